/** The options that an object has itself: inherited properties are none. */
export const own = (options) => ({ __proto__: null, ...options });

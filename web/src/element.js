// Makes elements. Text is always text.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** Replaces what is in an element. */
export const fill = (parent, ...children) => parent.replaceChildren(...children.flat().filter((child) => child !== undefined && child !== null));

// What cannot be seen, by its code point.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u;
export const codePoint = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
export const visible = (character) => (HIDDEN.test(character) ? codePoint(character) : character);

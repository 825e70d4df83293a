// What adapters show.

/** The text and the links in it. The name of a file leads nowhere, so it is text here. */
export const spansOf = (detector, text) => detector.spans(text).map((span) => (span.kind === 'file' ? span.text : span));

/** The text with names that imitate others in A-labels. */
export const relabelled = (detector, text) => detector.spans(text).map((span) => span.label ?? span).join('');

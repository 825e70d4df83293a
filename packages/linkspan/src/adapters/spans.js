// What adapters show.

/** The text and its links. The name of a file cannot be opened, so it is text here. */
export const spansOf = (detector, text) => detector.spans(text).map((span) => (span.kind === 'file' ? span.text : span));

/** The text, with names that imitate others in A-labels. */
export const relabelled = (detector, text) => detector.spans(text).map((span) => span.label ?? span).join('');

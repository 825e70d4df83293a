// Where each number of a result is: `numbers[at + START]` is the start of the link at `at`.

/** The version of the interface: of these names and of the functions. */
export const VERSION = 3;

/** The names of the kinds, by their number. */
export const KINDS = ['url', 'email', 'file'];

// A link. `findPacked` returns the first three of these, as they are.
export const START = 0;
export const END = 1;
export const KIND = 2;
export const PLACE = 3;
// How `href` is made: a number of `FORMS`; any other number means that `href` is in the string.
export const FORM = 3;
export const HREF = 4;
export const HREF_LENGTH = 5;
// The caption is in the string, unless its length is 0: then it is the text.
export const CAPTION = 6;
export const CAPTION_LENGTH = 7;
// In a live text.
export const ID = 8;
export const ID_HIGH = 9;
// In a stream.
export const TEXT = 8;
export const TEXT_LENGTH = 9;
export const LINK = 10;

// The changes of a live text; after them the ids of removed links, and the links.
export const REMOVED = 0;
export const ADDED = 1;
export const MOVED = 2;
export const SHIFT_FROM = 3;
export const SHIFT_BY = 4;
export const UNDO = 5;
export const CHANGES = 6;

// The state of a live text; after it the dismissed ranges.
export const ENABLED = 0;
export const STATE = 1;

// A caption as HTML; after it the tags, which follow the text in the string.
export const CAPTION_TEXT = 0;
export const CAPTION_HEAD = 1;
export const TAG_START = 0;
export const TAG_LENGTH = 1;
export const TAG = 2;

// The properties of a character.
export const TERM = 0;
export const BRACKET = 1;
export const EMAIL = 2;
export const PROPERTIES = 3;

/** What `href` has before and after the text. */
export const FORMS = [
  ['', ''],
  ['', '/'],
  ['https://', ''],
  ['https://', '/'],
  ['http://', ''],
  ['http://', '/'],
  ['mailto:', ''],
];

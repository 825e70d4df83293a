/** Returns the properties of the first character of a text, with the names of UTS #58. */
export function properties(character: string): {
  /** The Link_Term value: what the character does at the end of a link. */
  term: 'Include' | 'Hard' | 'Soft' | 'Open' | 'Close';
  /** The Link_Bracket value: the opening bracket of a closing one. */
  bracket: string | null;
  /** The Link_Email value: whether the character can be in the local part of an address. */
  email: boolean;
};

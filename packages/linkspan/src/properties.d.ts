/** The properties of the first character of a text, as UTS #58 names them. */
export function properties(character: string): {
  term: 'Include' | 'Hard' | 'Soft' | 'Open' | 'Close';
  /** The opening bracket of a closing one. */
  bracket: string | null;
  email: boolean;
};

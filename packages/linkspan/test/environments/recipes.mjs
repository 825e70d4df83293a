// The files of docs/recipes.md, whose first line is their name.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
export const RECIPES = Object.fromEntries([...page.matchAll(/```\w+\n(?:\/\/|<!--) (\S+)(?: -->)?\n([^]*?)```/g)].map(([, name, text]) => [name, text]));
/** The setting for Parcel, which has no place for a name. */
export const PARCEL = page.match(/```json\n([^]*?)```/)[1];
/** The number of other blocks of code: each has a name. */
export const count = page.match(/^```(?!json)\w/gm).length;

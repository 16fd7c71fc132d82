/** Quoted words: “…”, "…", `…`; single quotes only where they cannot be apostrophes, which may stand inside them. A group each. */
export const QUOTED =
  /"([^"\n]+)"|“([^”\n]+)”|`([^`\n]+)`|(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])/gu

// What looks like a secret in what a person writes. A rule of thumb: what it misses is a file's reader's to find. Pure.

const NAMES =
  'pass(?:word|wort|phrase|wd|code)s?|pwds?|kennwort|secrets?|tokens?|(?:api|access|private)[-_ ]?keys?|pins?|credentials?'

/** A private key as OpenSSL, OpenSSH, PGP, age and PuTTY write it. */
export const PRIVATE_KEY =
  /-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}|\bAGE-SECRET-KEY-1[A-Z0-9]{20}|^PuTTY-User-Key-File-\d/m

/** Keys and tokens of well-known forms, addresses with a password, and what is said to be one. */
const FORMS: readonly RegExp[] = [
  PRIVATE_KEY,
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}/,
  /\b(?:gh[pousr]|github_pat|glpat|xox[abprs]|hf|npm)[-_][A-Za-z0-9_-]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/,
  /\bBearer\s+[\w.~+/-]{16,}/i,
  /:\/\/[^\s/:@]+:[^\s/@]+@/,
  // 40 characters as some services make them, of all kinds.
  /(?<![\w/+])(?=[\w/+]*\d)(?=[\w/+]*[a-z])(?=[\w/+]*[A-Z])[A-Za-z0-9/+]{40}(?![\w/+=])/,
  new RegExp(String.raw`(?<![a-z])(?:${NAMES})\s*(?::=|[:=])\s*\S`, 'i'),
  // "The password of the router is …", "my pins are 4821"
  /(?<![a-z])(?:pass(?:word|wort|phrase|wd|code)s?|pwds?|kennwort)(?:\s+[^\s.?!]+){0,5}?\s+(?:is|are|ist)\s+\S/i,
  /(?<![a-z])(?:pins?|tokens?|(?:api|access)[-_ ]?keys?)(?:\s+[^\s.?!]+){0,5}?\s+(?:is|are|ist)\s+\S*\d/i,
]

/** Whether a text holds a key, or says a password. */
export function holdsSecret(text: string): boolean {
  return FORMS.some((form) => form.test(text))
}

/** Whether a text speaks of something secret, told or not. */
export function namesSecret(text: string): boolean {
  return new RegExp(`(?<![a-z])(?:${NAMES}|geheim|iban|ssn|cvv)(?![a-z])`, 'i').test(text)
}

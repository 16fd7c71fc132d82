/** A sentence as a part of another one: without its full stop, begun small. */
export function asClause(sentence: string): string {
  const text = sentence.replace(/\.$/, '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A clause as the beginning of a sentence. */
export function capital(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}

// Wording that several tools share; pure.

/** `1 line`, `4 lines`. */
export function count(amount: number, one: string, many: string): string {
  return `${amount} ${amount === 1 ? one : many}`
}

/**
 * Text that is safe to put on a terminal: control characters become their visible pictures (U+2400 block),
 * line breaks and tabs stay, a carriage return before a line break goes.
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\p{Cc}/gu, (character) => {
    const code = character.charCodeAt(0)
    if (character === '\n' || character === '\t') return character
    if (code === 0x7f) return '\u2421'
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd'
  })
}

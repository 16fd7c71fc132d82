// How sure a server's model was of the arguments: its least probable token among those that stand in values. Pure.
import type { TokenGuess } from './completion.ts'

/** From 0 to 1; undefined: the server tells no probabilities, or not of this text. */
export function weakestOf(text: string, tokens: readonly TokenGuess[]): number | undefined {
  const isValue = valueCharacters(text)
  let at = 0
  let least: number | undefined
  for (const { token, logprob } of tokens) {
    if (!text.startsWith(token, at)) return undefined
    const inValue = Array.from({ length: token.length }, (_, index) => isValue[at + index]).some(Boolean)
    if (inValue) least = Math.min(least ?? 0, logprob)
    at += token.length
  }
  return at === text.length && least !== undefined ? Math.exp(least) : undefined
}

/** For each character whether it belongs to a value: names, braces, commas and spaces are fixed by the schema. */
function valueCharacters(text: string): readonly boolean[] {
  let inString = false
  let escaped = false
  let behindColon = false
  let depth = 0
  return [...text].flatMap((character) => {
    const isPart = behindColon && (inString ? character !== '"' || escaped : /[\w.+-]/.test(character))
    if (inString) {
      if (character === '"' && !escaped) inString = false
      escaped = character === '\\' && !escaped
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === ':') behindColon = true
    if (!inString && depth === 1 && (character === ',' || character === '}')) behindColon = false
    return Array.from({ length: character.length }, () => isPart)
  })
}

// Does an answer open with a call? Only at its start (a code fence before it allowed), in the house format or in one
// that models were trained on. Names are checked by the caller; here is only the form.

export type Opening =
  /** Plain text, for good. */
  | { readonly type: 'text' }
  /** Too short to tell; hold it back. */
  | { readonly type: 'undecided' }
  | { readonly type: 'call'; readonly name: string }

const NAME = '[A-Za-z_][\\w.-]{0,63}'
const FORMS: readonly RegExp[] = [
  // The house format: the name counts once something ends it, for more of it may come.
  new RegExp(`^<tool_call\\s+name\\s*=\\s*(?:"(${NAME})"|'(${NAME})'|(${NAME})(?=[\\s/>]))`),
  // JSON, bare (Llama) or behind the marker of Hermes and Qwen, Granite, Llama, Mistral.
  new RegExp(
    `^(?:<tool_call>|<\\|tool_call\\|>|<\\|python_tag\\|>|\\[TOOL_CALLS\\])?\\s*\\[?\\s*\\{\\s*(?:"type"\\s*:\\s*"function"\\s*,\\s*)?"(?:name|function)"\\s*:\\s*"(${NAME})"`,
  ),
  // Llama's own functions, and Gemma's code.
  new RegExp(`^<function=(${NAME})(?=[\\s>])`),
  new RegExp(`^tool_code\\s+(?:print\\(\\s*)?(?:\\w+\\.)?(?!print\\()(${NAME})\\(`),
]
const OPENINGS = [
  '<tool_call',
  '<|tool_call|>',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '<function=',
  '{"name"',
  '{"function"',
  '{"type":"function"',
  '[{"name"',
  'tool_code',
]
/** A name that can be none (`{"name": "Anna Lee"`, `{"name": 7`) is a person's JSON. */
const NO_NAME = /"(?:name|function)"\s*:\s*(?!\s|$|"$|"[A-Za-z_][\w.-]{0,63}$)/
/** An opening that has not named its tool by then is text. */
const LONGEST = 160

/** Looks at the text so far. */
export function readOpening(text: string): Opening {
  const start = text.replace(/^\s*(?:```(?!tool_code)[a-z_]*\s*|```)?/i, '')
  for (const form of FORMS) {
    const name = form
      .exec(start)
      ?.slice(1)
      .find((group) => group !== undefined)
    if (name !== undefined) return { type: 'call', name }
  }
  if (start === '' || /^`{1,2}$/.test(start)) return { type: text.length > 40 ? 'text' : 'undecided' }
  const squeezed = start.replace(/\s+/g, '')
  const isPossible = OPENINGS.some((opening) => opening.startsWith(squeezed) || squeezed.startsWith(opening))
  return { type: isPossible && !NO_NAME.test(start) && text.length < LONGEST ? 'undecided' : 'text' }
}

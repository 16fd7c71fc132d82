// Words that leave something out: "without rent", "not in February", "all months but March". Pure.

/** The source of an expression for them. */
export const DENIES = String.raw`(?:\b(?:not|never|without|except(?:ing)?(?: for)?|excluding|exclude|excl\.?|apart from|aside from|besides|other than|leav(?:e|ing) out|ignor(?:e|ing)|omit(?:ting)?|skip(?:ping)?|minus|(?:everything|everyone|everybody|anything|(?:all|any|every|each)(?:\s+(?:the|of|my|our)\b)*(?:\s+\p{L}+)?) but(?: for)?|but no)|n['’]t)`

const BEFORE = new RegExp(
  String.raw`${DENIES}\s+(?:(?:in|on|of|for|from|during|at|the|any|counting|including|month of|day of)\s+)*$`,
  'iu',
)

/** Whether what stands behind `before` is to be left out. */
export function isDeniedBehind(before: string): boolean {
  return BEFORE.test(before)
}

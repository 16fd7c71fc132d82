// An answer without a tool that speaks as if one had run: "I could not find a file about wifi". Small models say that of files
// that nobody looked for. The words stay, for they may be part of a story, and the person is told. Pure.

/** Said of oneself as done, or as tried. */
const DONE =
  /\b(?:i|we)(?:['’]ve| have)?(?: just| already)? (?:searched|checked|looked|listed|opened|found|read)\b|\b(?:i|we) (?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t) find\b/iu

/** What only a tool can look into. */
const THINGS = /\b(?:files?|folders?|director(?:y|ies)|documents?|workspace|match(?:es)?)\b/iu

/** That something is there or is not. */
const STATED =
  /\bthere (?:is|are) (?:no|\d+) (?:such )?(?:files?|folders?|match(?:es)?)\b|\b(?:file|folder|directory) (?:does not|doesn['’]t) exist\b/iu

/** "Yes, there is a file about wifi." */
const YES = /^(?:yes|no|sure)\b.*\bthere (?:is|are|was|were)\b.*\b(?:files?|folders?|match(?:es)?)\b/iu

/** Whether one sentence of `answer` claims a result that only a tool could give. */
export function claimsResult(answer: string): boolean {
  const sentences = answer.split(/(?<=[.!?])\s+|\n+/u)
  return sentences.some((one) => (DONE.test(one) && THINGS.test(one)) || STATED.test(one) || YES.test(one))
}

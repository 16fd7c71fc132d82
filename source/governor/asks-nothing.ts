// Whether a message only tells something, or wants something done: no file is read for it. Pure.

/** "Bins are out", "dark mode is on"; in "tests that are open" it is said of a thing that is asked for. */
const TELLS =
  /^(?:(?!(?<!\p{L})(?:that|whose|i|we|you|he|she|they|all|everything|anything|everyone|everybody)(?!\p{L})).)*?(?:(?<!\p{L})(?:is|are|was|were|am|has|had|will|would|takes|gets|goes|comes|wants|needs|says|thinks|does|knows|lives|loves|went|came|took|got|said|won|forgot|fell|quit|became|becomes)(?!\p{L})|\p{L}['’](?:ll|m|re|ve)(?!\p{L})|(?<=\p{L})['’]s\s+(?:at|in|on|out|off|back|home|here|not|been|gone|a|an|the)(?!\p{L}))/iu
/** Somebody does something. */
const SOMEBODY =
  /^\W*need (?!the|to know|my|our)\p{L}|^\W*(?:(?:and|so|oh|but|ok|okay|well|hey|yes|no|sorry|today|yesterday)\W+)*(?:i|we|he|she|it|they|you|it['’]s|that['’]s|there['’]s)(?:['’]\p{L}+)?\s+(?!need (?:the|to know|my|our))\p{L}/iu
/** What no tool for files does; what may want a file ("check", "print", "write a summary of") is none of it. */
const DEEDS =
  'call|phone|ring|email|e-mail|text|book|pay|clean|wash|paint|cut|mow|return|renew|collect|sweep|buy|take|bring|pack|put|feed|water|move|repair|mend|order|cook|turn|switch|enable|disable|close|stop|play|set|drop|pick|walk|mash|crush|wake|lock|unlock|post|cancel|assign|deploy|rotate|upgrade|invoice|hoover|start|unsubscribe'
const ORDERS = new RegExp(
  `^\\W*(?:(?:please|pls|can you|could you|now|ok|okay|and|so|then|let['’]?s)\\W+)*(?:(?:${DEEDS})(?:\\s+(?:up|down|off|out|on|in|back|away|over))?\\s+(?:the|my|our|a|an|some|this|that|these|those|it|him|her|them|all|to|in|\\d|\\p{L}+['’]s|bug|${DEEDS})(?!\\p{L})|get the \\p{L}+ from)`,
  'iu',
)

/** "Are we in the hall or the chapel on 2 April": it asks, with or without its mark. */
const YES_OR_NO =
  /^\W*(?:(?:and|so|oh|but|ok|okay|hey|sorry)\W+)*(?:am|are|is|was|were|do|does|did|has|have|had) (?:i|we|he|she|it|they|you|there|the|my|our|her|his|their|any\p{L}*|some\p{L}*)(?!\p{L})/iu

/** Whether it has a finite verb of its own, or begins with an order; a bare "total hours per client" asks. */
export function asksNothing(request: string): boolean {
  if (YES_OR_NO.test(request)) return false
  return TELLS.test(request) || SOMEBODY.test(request) || ORDERS.test(request)
}

/** It is worked with a value: "19 % of the net", "convert 220 to fahrenheit". */
const WORKS_OUT =
  /%|[*+×÷/=]|(?<!\p{L})(?:percent|plus|minus|times|divided|multiplied|double|half|twice|total|sum|average|convert\p{L}*|calculate|compute|split|difference|per|timer|alarm|tip|tax|vat|until|till|since|in|into|to|by)(?!\p{L})/iu
const STATES =
  /(?<!\p{L})(?:is|are|was|were|costs?)\s+(?:now |at |on |only |about |around |set at )*[£$€]?\d|^\W*\p{L}+(?:\s\p{L}+){0,2}?(?<!\s(?:for|from|over|under|than|of|on|and|with|at))\s[£$€]?\d[\d.,:]*\W*$|(?<!\p{L})(?:highs?|lows?) of \d/iu

/** Whether a message says itself what a thing is: "timeout 60", "the mug is 9.50". */
export function statesValue(request: string): boolean {
  return STATES.test(request) && !WORKS_OUT.test(request)
}

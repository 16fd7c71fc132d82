// Times on the clocks of another place, which are not read: `3 pm london time`. Pure.

/** `dinner time` and `this time` are no place. */
const NO_PLACE =
  'bed|dinner|lunch|tea|supper|breakfast|nap|snack|feeding|play|story|bath|school|work|prayer|party|show|game|closing|opening|start|this|that|same|some|any|next|last|first|one|long|local|my|our|your|their|the|in|on|for|at|of|a|every|each|all|no|more|real|full|part|spare|free|prime|over|me|till|half|spend|make|take|find|have|save|waste|kill|track|set|log|check|book|buy|quality|screen|down|it|is|run'
const PLACE = new RegExp(String.raw`^\s*(?:(?!(?:${NO_PLACE})\b)\p{L}{2,20}\s+){1,2}time\b(?!\s+to\b)`, 'iu')
const ZONE =
  /\b(?:utc|gmt|[ecmp][sd]t|ak[sd]t|h[sd]t|bst|wes?t|cest?|eest?|msk|[ji]st|sgt|hkt|ae[sd]t|nz[sd]t)\b/iu

/** Whether a text begins with such a place: `london time`. */
export function namesOtherClock(text: string): boolean {
  return PLACE.test(text)
}

/** Whether a zone stands in it, in its letters: `EST`. */
export function namesZone(text: string): boolean {
  return ZONE.test(text)
}

// Requests that want something done to a text: "put …", "mark … as paid".

/** Something is to be done to a text. */
export const EDITS =
  /(?:^|[.!?;,:]\s+|\b(?:please|pls|and|to|you)\s+)(?:put|add(?!\s+up)|append|write|insert|delete|remove|replace|swap|change|set(?!\s+(?:an?|the|my)\s+(?:\S+\s+)?(?:timer|alarm))|correct|fix|save|note|mark|tick|raise|lower|move|rename|log|cross)\b/iu

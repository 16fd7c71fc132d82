// Requests that want something done to a text: "put …", "mark … as paid".

/** Something is to be done to a text. */
export const EDITS =
  /(?:^|[.!?;,:]\s+|\b(?:please|pls|and|to|you)\s+)(?:put|add(?!\s+up)|append|write|insert|delete|remove|replace|swap|change|set(?!\s+(?:an?|the|my)\s+(?:\S+\s+)?(?:timer|alarm))|correct|fix|save|note|mark|tick|raise|lower|move|rename|log(?!\s*(?:(?:in|on)?to|out|off)\b|\s+(?:in|on)(?=\s+(?:and|at|as|to|with)\b|\W*$))|cross)\b/iu

const classes: Readonly<Record<string, string>> = {
  number:
    'one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty sixty hundred thousand half quarter dozen',
  weekday:
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  month: 'january february march april may june july august september october november december',
  span: 'second seconds minute minutes hour hours day days week weeks month months year years',
  now: 'today tomorrow tonight yesterday now currently current',
  you: 'you your yours yourself u ur',
  me: "i me my mine i'm i've i'll i'd we our us",
  asking: "what what's whats which who when where why how whose",
  helping: 'is are am do does did can could would will should have has',
}

const classOf = new Map<string, string>()
for (const [name, words] of Object.entries(classes)) {
  for (const word of words.split(' ')) if (!classOf.has(word)) classOf.set(word, name)
}

/** The class of a folded word (weekdays, months, numbers, question words …), if it has one. */
export function classOfWord(word: string): string | undefined {
  return classOf.get(word) ?? (/^0+$/.test(word) ? 'number' : undefined)
}

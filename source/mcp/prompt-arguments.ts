/**
 * `name=value` for a name that the prompt takes; every other word is the next argument that is not given by name, the last of those
 * takes the rest. Where all are given by name, a word goes on with the value before it.
 */
export function promptArguments(
  takes: readonly string[],
  words: readonly string[],
): { [name: string]: string } {
  const nameOf = (word: string) => {
    const [name = '', ...value] = word.split('=')
    return value.length > 0 && takes.includes(name) ? name : undefined
  }
  const named = new Set(words.map(nameOf))
  const open = takes.filter((name) => !named.has(name))
  // A server may call an argument `constructor`, which every object has.
  const args = new Map<string, string>()
  let latest: string | undefined
  for (const word of words) {
    const name = nameOf(word)
    const next = open.find((one) => !args.has(one)) ?? open.at(-1) ?? latest
    if (name !== undefined) {
      args.set(name, word.slice(name.length + 1))
      latest = name
    } else if (next !== undefined) args.set(next, args.has(next) ? `${args.get(next)} ${word}` : word)
  }
  return Object.fromEntries(args)
}

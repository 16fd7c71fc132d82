/** `name=value` for a name that the prompt takes; every other word is the next argument, the last of them takes the rest. */
export function promptArguments(
  takes: readonly string[],
  words: readonly string[],
): { [name: string]: string } {
  // A server may call an argument `constructor`, which every object has.
  const args = new Map<string, string>()
  for (const word of words) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? []
    const next = takes.find((one) => !args.has(one))
    const last = takes.at(-1)
    if (name !== '' && takes.includes(name)) args.set(name, value)
    else if (next !== undefined) args.set(next, word)
    else if (last !== undefined) args.set(last, `${args.get(last)} ${word}`)
  }
  return Object.fromEntries(args)
}

export default async (args, host) => {
  const text = await host.readFile(`workspace/${args.path}`)
  const words = text.split(/\s+/).filter(Boolean).length
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
  return { sentence: `${args.path} has ${words} words in ${lines} lines.`, key: [String(words)] }
}

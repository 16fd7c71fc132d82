import type { Command } from '../source/contracts/command.ts'

/** `/bad`: the last turn needed another tool; the router learns it at once. */
const bad: Command = {
  name: 'bad',
  group: 'memory',
  examples: ['/bad'],
  usage: '[TOOL|none]',
  summary: 'say which tool the last message needed; the router learns it at once',
  worksDownTo: 2,
  help: '`/bad none`: it needed no tool. `/bad` alone names the likeliest ones. `/teach` lists what was taught, `/forget-teaching ID` takes it back.',
  run: (input, { teaching }) => {
    const [tool, ...rest] = input.split(/\s+/).filter(Boolean)
    if (rest.length > 0)
      return {
        ok: false,
        text: `\`/bad ${input}\` is not known; it takes one tool, or \`none\`.`,
        data: null,
      }
    const { ok, text, taught } =
      tool === undefined ? teaching.candidates() : teaching.bad(tool === 'none' ? null : tool)
    return { ok, text, data: taught ? { ...taught } : null }
  },
}

export default bad

import type { Command, CommandContext } from '../source/contracts/command.ts'
import { parseJsonObject } from '../source/contracts/json.ts'

/** `/call`: runs a tool without the model. */
const call: Command = {
  name: 'call',
  group: 'tools',
  examples: ['/call get_time {}'],
  usage: 'NAME {json}',
  summary: 'run a tool yourself, without the model',
  worksDownTo: 2,
  complete: (input, context) =>
    input === ''
      ? context
          .tools()
          .filter((row) => row.enabled)
          .map(({ name, oneLiner }) => ({ text: name, note: oneLiner }))
      : [],
  run: (input, context) => {
    const [, name = '', json = ''] = /^(\S+)\s*([\s\S]*)$/.exec(input) ?? []
    if (name === '')
      return refusal('`/call` takes the name of a tool and its arguments as JSON, e.g. `/call get_time {}`.')
    const row = context.tools().find((one) => one.name === name)
    const { active } = context.roles
    if (row?.permitted === false && active !== undefined)
      return refusal(`The role \`${active.name}\` forbids \`${name}\`; \`/role none\` ends the role.`)
    if (row?.enabled === false) return refusal(whyOff(name, context))
    if (row === undefined) {
      const nearest = context.nearestTool(name)
      return refusal(
        context.whyAbsent(name) ??
          `There is no enabled tool \`${name}\`${nearest ? `; did you mean \`${nearest}\`?` : '; `/tools` lists them.'}`,
      )
    }
    const args = json.trim() === '' ? {} : parseJsonObject(json)
    if (args === undefined)
      return refusal(
        `\`${json}\` is not a JSON object; write e.g. \`/call file_read {"path": "notes.txt"}\`.`,
      )
    return context.callTool(name, args)
  },
}

function whyOff(name: string, { bench }: CommandContext): string {
  const pause = bench.pause(name)
  if (pause === undefined) return `The tool \`${name}\` is off; \`/tools enable ${name}\` turns it on.`
  const { failures, code } = pause
  return `The tool \`${name}\` is paused, it failed ${failures} times running (last \`${code}\`); \`/tools resume ${name}\` turns it on again.`
}

function refusal(text: string) {
  return { ok: false, text, data: null }
}

export default call

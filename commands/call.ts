import type { Command } from '../source/contracts/command.ts'
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
    if (row?.enabled === false) {
      const [how, verb] = context.bench.pause(name) === undefined ? ['off', 'enable'] : ['paused', 'resume']
      return refusal(`The tool \`${name}\` is ${how}; \`/tools ${verb} ${name}\` turns it on.`)
    }
    if (row === undefined) {
      const nearest = context.nearestTool(name)
      return refusal(
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

function refusal(text: string) {
  return { ok: false, text, data: null }
}

export default call

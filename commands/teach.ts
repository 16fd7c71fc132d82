import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import { parseJsonObject } from '../source/contracts/json.ts'
import type { TeachingShelf } from '../source/contracts/teaching.ts'

/** `/teach`: an example of a request and its tool. */
const teach: Command = {
  name: 'teach',
  group: 'memory',
  examples: ['/teach'],
  usage: '[list|TOOL|none "request" {json}]',
  summary: 'teach which tool a request needs, or list what was taught',
  worksDownTo: 2,
  help: [
    'The arguments may be left out: then only the choice of the tool is taught, e.g. `/teach timer_create "bell the rice for ten"`.',
    '`none` in place of the tool: the request needs none. What is taught stands in `teaching/cases.yaml` of the home, yours to edit.',
  ].join('\n'),
  run: (input, { teaching }) => {
    if (input === '' || input === 'list') return list(teaching)
    const [, tool = '', quoted = '', json = ''] =
      /^(\S+)\s+("(?:[^"\\]|\\.)*"|“[^”]*”)\s*([\s\S]*)$/.exec(input) ?? []
    if (tool === '')
      return refusal(
        `\`/teach ${input}\` is not known; write e.g. \`/teach timer_create "bell the rice for ten" {"duration": "10 minutes"}\`.`,
      )
    const args = json === '' ? undefined : parseJsonObject(json)
    if (json !== '' && args === undefined)
      return refusal(`\`${json}\` is not a JSON object; write e.g. {"path": "notes.txt"}, or leave it out.`)
    const text = quoted
      .slice(1, -1)
      .replace(/\\(["\\])/g, '$1')
      .trim()
    const example = { text, tool: tool === 'none' ? null : tool, from: 'teach' as const }
    const { ok, text: said, taught } = teaching.teach({ ...example, ...(args && { arguments: args }) })
    return { ok, text: said, data: taught ? { ...taught } : null }
  },
}

function list({ book, idle }: TeachingShelf): CommandResult {
  const { cases, problems } = book.read()
  const rows = cases.map(
    ({ id, text, tool, arguments: args }) =>
      `${id}  ${tool ?? 'none'}  "${text}"${args === undefined ? '' : `  ${JSON.stringify(args)}`}`,
  )
  const text =
    rows.length + problems.length === 0
      ? 'Nothing was taught yet; `/bad TOOL` judges the last turn, `/teach TOOL "request"` teaches another.'
      : [
          ...rows,
          ...problems,
          ...idle(),
          `They stand in \`${book.path}\`; \`/forget-teaching ID\` takes one back.`,
        ].join('\n')
  return { ok: true, text, data: cases.map((one) => ({ ...one })) }
}

export default teach

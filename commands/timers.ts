import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { RingRow, RingShelf } from '../source/contracts/rings.ts'
import { ToolFailure } from '../source/contracts/tool.ts'

/** `/timers`: what is going to ring, and taking it away. */
const timers: Command = {
  name: 'timers',
  group: 'tools',
  examples: ['/timers'],
  usage: '[list|cancel ID|cancel all]',
  summary: 'list timers, alarms and reminders that will ring, cancel one',
  worksDownTo: 3,
  help: [
    'A timer or an alarm is set with a message ("set a timer for 10 minutes for the tea", "wake me at 7 tomorrow"). It rings in the',
    'chat, after a running answer; what rings while the program is closed is told at the next start. `/settings ringBell false` is quiet.',
    '`cancel all` takes timers and alarms; reminders stay (`/memory delete ID` takes one away).',
  ].join('\n'),
  complete: async (input, { rings }) =>
    input === 'cancel'
      ? ((await rings?.rows()) ?? []).filter(isOwn).map(({ id, text }) => ({ text: String(id), note: text }))
      : [],
  run: async (input, { rings }) => {
    if (rings === undefined)
      return refusal('Timers cannot be kept here; start the program with a home that can be written.')
    const [what = 'list', ...rest] = input.split(/\s+/).filter(Boolean)
    if (what === 'list' && rest.length === 0) return list(rings)
    const [id = ''] = rest
    if (what === 'cancel' && rest.length === 1) return id === 'all' ? cancelAll(rings) : cancelOne(rings, id)
    return refusal(`\`/timers ${input}\` is not known; it takes ${timers.usage}.`)
  },
}

async function list(rings: RingShelf): Promise<CommandResult> {
  const rows = await rings.rows()
  const set = rows.length === 0 ? ['No timer or alarm is set.'] : rows.map((row) => row.text)
  const text = [...set, ...rings.faults()].join('\n')
  return { ok: true, text, data: rows.map((row) => ({ ...row })) }
}

async function cancelOne(rings: RingShelf, id: string): Promise<CommandResult> {
  const done = /^\d{1,9}$/.test(id) ? await cancel(rings, Number(id)) : undefined
  if (done === undefined) return refusal(await noneText(rings, id))
  if (typeof done === 'string') return refusal(done)
  return { ok: true, text: `Cancelled: ${done.text}.`, data: [{ ...done }] }
}

/** Reminders stand in the list as well, with numbers of their own. */
async function noneText(rings: RingShelf, id: string): Promise<string> {
  const isReminder = (await rings.rows()).some((row) => !isOwn(row) && String(row.id) === id)
  return isReminder
    ? `\`${id}\` is a reminder; \`/memory delete ${id}\` takes it away.`
    : `There is no timer or alarm \`${id}\`; \`/timers\` lists them with their numbers.`
}

/** Reminders belong to the memory. */
function isOwn({ kind }: RingRow): boolean {
  return kind !== 'reminder'
}

async function cancelAll(rings: RingShelf): Promise<CommandResult> {
  const own = (await rings.rows()).filter(isOwn)
  const done = []
  for (const { id } of own) done.push(await cancel(rings, id))
  const rows = done.filter((one) => typeof one === 'object')
  const failed = done.filter((one) => typeof one === 'string')
  if (rows.length + failed.length === 0) return { ok: true, text: 'No timer or alarm is set.', data: [] }
  const gone = rows.length === 0 ? [] : ['Cancelled:', ...rows.map((row) => row.text)]
  const data = rows.map((row) => ({ ...row }))
  return { ok: failed.length === 0, text: [...gone, ...failed].join('\n'), data }
}

/** What was cancelled, or why it could not be; undefined: there is none with this id. */
async function cancel(rings: RingShelf, id: number): Promise<RingRow | string | undefined> {
  try {
    return await rings.cancel(id)
  } catch (error) {
    if (error instanceof ToolFailure) return error.message
    throw error
  }
}

export default timers

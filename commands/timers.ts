import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'
import type { RingShelf } from '../source/contracts/rings.ts'

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
  ].join('\n'),
  complete: async (input, { rings }) =>
    input === 'cancel'
      ? ((await rings?.rows()) ?? []).map(({ id, text }) => ({ text: String(id), note: text }))
      : [],
  run: (input, { rings }) => {
    if (rings === undefined)
      return refusal('Timers cannot be kept here; start the program with a home that can be written.')
    const [what = 'list', ...rest] = input.split(/\s+/).filter(Boolean)
    if (what === 'list' && rest.length === 0) return list(rings)
    const [id = ''] = rest
    if (what === 'cancel' && rest.length === 1) return id === 'all' ? cancelAll(rings) : cancel(rings, id)
    return refusal(`\`/timers ${input}\` is not known; it takes ${timers.usage}.`)
  },
}

async function list(rings: RingShelf): Promise<CommandResult> {
  const rows = await rings.rows()
  const set = rows.length === 0 ? ['No timer or alarm is set.'] : rows.map((row) => row.text)
  const text = [...set, ...rings.faults()].join('\n')
  return { ok: true, text, data: rows.map((row) => ({ ...row })) }
}

async function cancel(rings: RingShelf, id: string): Promise<CommandResult> {
  const row = /^\d{1,9}$/.test(id) ? await rings.cancel(Number(id)) : undefined
  if (row === undefined)
    return refusal(`There is no timer or alarm \`${id}\`; \`/timers\` lists them with their numbers.`)
  return { ok: true, text: `Cancelled: ${row.text}.`, data: [{ ...row }] }
}

async function cancelAll(rings: RingShelf): Promise<CommandResult> {
  const own = (await rings.rows()).filter(({ kind }) => kind !== 'reminder')
  const gone = []
  for (const { id } of own) gone.push(await rings.cancel(id))
  const rows = gone.filter((row) => row !== undefined)
  if (rows.length === 0) return { ok: true, text: 'No timer or alarm is set.', data: [] }
  const text = ['Cancelled:', ...rows.map((row) => row.text)].join('\n')
  return { ok: true, text, data: rows.map((row) => ({ ...row })) }
}

export default timers

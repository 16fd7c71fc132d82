// Timers and alarms that are still to ring.
import { defineTool } from '../../source/contracts/tool.ts'
import { count } from '../../source/toolkit/plain-words.ts'
import { needRings } from '../../source/toolkit/ring-request.ts'

type Row = {
  readonly id: number
  readonly kind: string
  readonly label: string
  /** ISO 8601. */
  readonly due: string
  readonly text: string
}

type Listed = { readonly rings: readonly Row[] }

export default defineTool<Record<string, never>, Listed>({
  name: 'timer_list',
  description: 'List the running timers and the alarms that are set',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  async run(_, { services, clock }) {
    const rings = needRings(services)
    const nowMs = clock.now().getTime()
    const rows = (await rings.list()).map((ring) => ({
      id: ring.id,
      kind: ring.kind,
      label: ring.label,
      due: new Date(ring.dueMs).toISOString(),
      text: rings.describe(ring, nowMs, clock.timeZone),
    }))
    return { rings: rows }
  },
  say({ rings }) {
    const [first] = rings
    if (first === undefined)
      return { sentence: 'No timer or alarm is set.', key: [['no', 'not', 'none', 'any']] }
    if (rings.length === 1) return { sentence: `One is set: ${first.text}.` }
    const timers = rings.filter(({ kind }) => kind === 'timer').length
    const counts = [
      ...(timers > 0 ? [count(timers, 'timer', 'timers')] : []),
      ...(rings.length > timers ? [count(rings.length - timers, 'alarm', 'alarms')] : []),
    ]
    const detail = rings.map(({ text }) => text).join('\n')
    return { sentence: `${counts.join(' and ')} are set, the next is ${first.text}.`, detail }
  },
})

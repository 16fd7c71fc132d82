// Tools with what can be done with them, the index that the model sees, and what the router says to a line.
import type { ShownTool } from '../page-data.ts'
import { getPage, route } from './api.ts'
import { bars } from './chart.ts'
import { button, field, fill, h, table } from './dom.ts'
import { LINES } from './lines.ts'
import type { DrawPage, PageTools } from './page.ts'
import { bytes, percent } from './words.ts'

export const drawTools: DrawPage = async (tools) => {
  const { tools: rows } = await getPage('tools')
  const on = rows.filter(({ enabled }) => enabled).length
  const place = h('div')
  const filter = h('input', { type: 'search', 'data-key': 'filter', value: words })
  const draw = () => {
    words = filter.value
    const fits = rows.filter(({ name, group, oneLiner }) =>
      `${name} ${group} ${oneLiner}`.toLowerCase().includes(words.toLowerCase()),
    )
    fill(place, toolTable(fits, tools))
  }
  filter.addEventListener('input', draw)
  draw()
  return [
    h('p', {}, `${on} of ${rows.length} tools are on.`),
    h('div', { class: 'row' }, field('Show only', filter, true)),
    place,
  ]
}

/** What the list was narrowed to stays while the page is open. */
let words = ''

function toolTable(rows: readonly ShownTool[], { run }: PageTools): HTMLElement {
  return table(
    'Tools',
    [
      'name',
      'group',
      'may',
      'what it does',
      { number: 'priority' },
      { number: 'calls' },
      'state',
      { acts: 'change' },
    ],
    rows.map((row) => [
      h('code', {}, row.name),
      row.group,
      row.risk,
      h(
        'span',
        {},
        row.oneLiner,
        row.lastError !== null && h('span', { class: 'bad' }, ` Last error: ${row.lastError}`),
      ),
      priorityOf(row, run),
      row.failures === 0 ? row.calls : `${row.calls}, ${row.failures} failed`,
      standing(row),
      acts(row, run),
    ]),
  )
}

function standing(row: ShownTool): string {
  return [
    row.paused ? 'paused' : row.enabled ? 'on' : 'off',
    ...(row.permitted ? [] : ['not in this role']),
    ...(row.pinned ? ['pinned'] : []),
    ...(row.stateTokens === null ? [] : [`${row.stateTokens} tokens saved`]),
  ].join(', ')
}

/** Sent by Enter, or when the field is left; emptied it is the tool's own again. */
function priorityOf({ name, priority }: ShownTool, run: PageTools['run']): HTMLElement {
  const label = `Priority of ${name}`
  // A field for numbers would send a line at each press of an arrow.
  const looks = { type: 'text', inputmode: 'numeric', size: 4, value: priority }
  const control = h('input', { ...looks, 'aria-label': label, 'data-key': label })
  control.addEventListener('change', () => run(LINES.prioritize(name, control.value)))
  return control
}

function acts({ name, enabled, pinned, paused }: ShownTool, run: PageTools['run']): HTMLElement {
  const act = (text: string, line: string) =>
    button(text, () => run(line), `${text} ${name}`, `${text} ${name}`)
  return h(
    'span',
    {},
    paused
      ? act('Resume', LINES.resume(name))
      : enabled
        ? act('Disable', LINES.disable(name))
        : act('Enable', LINES.enable(name)),
    pinned ? act('Unpin', LINES.unpin(name)) : act('Pin', LINES.pin(name)),
  )
}

export const drawIndex: DrawPage = async () => {
  const { head, indexTokens, context } = await getPage('index')
  if (head.length === 0)
    return [h('p', {}, 'No head was made yet; it is made when a model is loaded and a message comes.')]
  const parts =
    context === null
      ? []
      : [
          bars(
            `The window of ${context.windowTokens} tokens`,
            'part',
            (
              [
                ['system text', context.systemTokens],
                ['index of tools', context.indexTokens],
                ['summary', context.memoryTokens],
                ['earlier turns', context.historyTokens],
                ['last turn', context.turnTokens],
                ['kept for the answer', context.reserveTokens],
                ['free', context.freeTokens],
              ] as const
            ).map(([name, value]) => ({ name, value, text: `${value}` })),
            context.windowTokens,
          ),
        ]
  return [
    h('p', {}, `The index of tools takes ${indexTokens} tokens of the talk lane's constant head.`),
    ...parts,
    h('h2', {}, 'The head as the model sees it'),
    ...head.flatMap(({ role, text }) => [h('p', { class: 'quiet' }, role), h('pre', { tabindex: 0 }, text)]),
  ]
}

export const drawRouter: DrawPage = async ({ say }) => {
  const line = h('input', { type: 'text', value: routed, required: true })
  const place = h('div', { 'aria-live': 'polite' })
  const look = async () => {
    routed = line.value
    if (routed.trim() === '') return
    const { requests } = await route(routed)
    fill(
      place,
      ...requests.map(({ request, decision, ms }) => {
        const { tool, off, by, confidence, candidates, taught, border } = decision
        return h(
          'section',
          {},
          h('h2', {}, request),
          h(
            'p',
            {},
            `${tool ?? (off === undefined ? 'No tool' : `${off}, which is not on`)}, ${percent(confidence)} sure, by ${by}, in ${ms.toFixed(2)} ms.`,
            taught !== undefined && ` Like the taught request "${taught}".`,
          ),
          border !== undefined &&
            h(
              'p',
              { class: 'quiet' },
              `Border to no tool: ${border.tool} has log odds of ${border.logOdds.toFixed(2)} and is taken from ${border.threshold.toFixed(2)} on.`,
            ),
          bars(
            'Candidates',
            'tool',
            candidates.map((one) => ({
              name: one.tool,
              value: one.score,
              text: percent(one.score),
              second: one.tool !== tool,
            })),
            1,
          ),
        )
      }),
    )
  }
  const form = h(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault()
        look().catch((error: Error) => say(error.message))
      },
    },
    field('A line as you would type it', line, true),
    h('button', { type: 'submit', class: 'main' }, 'Show the candidates'),
  )
  if (routed !== '') await look()
  return [h('p', {}, 'No model is asked, and nothing is sent to the conversation.'), form, place]
}

let routed = ''

/** Sizes of saved states of tools, as a picture. */
export function savedStates(saved: readonly { name: string; bytes: number; tokens: number }[]): HTMLElement {
  return bars(
    'Saved states of tools on disk',
    'tool',
    saved.map(({ name, bytes: size, tokens }) => ({
      name,
      value: size,
      text: `${bytes(size)}, ${tokens}`,
    })),
  )
}

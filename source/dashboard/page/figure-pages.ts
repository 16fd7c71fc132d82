// Runs of the harness, what the optimizer made, and what turns and calls cost.
import type { FigureRow } from '../../contracts/analytics.ts'
import type { RunFile } from '../../contracts/dashboard.ts'
import { getPage } from './api.ts'
import { bars } from './chart.ts'
import { field, h, table } from './dom.ts'
import type { DrawPage, PageTools } from './page.ts'
import { counts, percent, time } from './words.ts'

const MOST_BARS = 20
const MOST_IDS = 40

export const drawRuns: DrawPage = async (tools) => {
  const chosen: { readonly [name: string]: string } = one === '' || other === '' ? {} : { one, other }
  const { runs, comparison } = await getPage('runs', chosen)
  if (runs.length === 0)
    return [
      h(
        'p',
        {},
        'There are no runs in the folder of the session; ethervox eval … --output FILE.json writes one.',
      ),
    ]
  return [
    table(
      'Runs in the folder of the session',
      [
        'file',
        'model',
        'part',
        { number: 'cases' },
        { number: 'end to end' },
        { number: 'call, half within' },
        { number: 'score' },
      ],
      runs.map((run) => [
        run.name,
        run.model,
        run.part,
        run.cases,
        percent(run.shares[0]?.[1] ?? null),
        time(run.callMs),
        run.score.toFixed(1),
      ]),
    ),
    bars(
      'Scores',
      'run',
      runs.map(({ name, score }) => ({ name, value: score, text: score.toFixed(1) })),
      100,
    ),
    choice(runs, tools),
    ...(comparison === null
      ? []
      : [
          ...sideBySide(runs),
          h(
            'p',
            {},
            `Of ${comparison.cases} cases that both have, ${comparison.better.length} got better and ${comparison.worse.length} got worse; the probability of chance is ${comparison.chance.toFixed(3)}${comparison.chance < 0.05 ? ', so it is more than chance' : ', so it may be chance'}.`,
          ),
          ...ids('Better', comparison.better),
          ...ids('Worse', comparison.worse),
        ]),
  ]
}

let one = ''
let other = ''

function choice(runs: readonly RunFile[], { redraw }: PageTools): HTMLElement {
  const select = (label: string, value: string, key: string) => {
    const options = ['', ...runs.map(({ name }) => name)].map((name) =>
      h('option', { value: name, selected: name === value }, name === '' ? 'choose a run' : name),
    )
    return { label, control: h('select', { 'data-key': key }, ...options) }
  }
  const [before, after] = [select('Before', one, 'before'), select('After', other, 'after')]
  return h(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault()
        one = before.control.value
        other = after.control.value
        redraw()
      },
    },
    field(before.label, before.control),
    field(after.label, after.control),
    h('button', { type: 'submit', class: 'main' }, 'Compare'),
  )
}

function sideBySide(runs: readonly RunFile[]): readonly HTMLElement[] {
  const [before, after] = [one, other].map((name) => runs.find((run) => run.name === name))
  if (before === undefined || after === undefined) return []
  const all = before.shares.flatMap(([name, share], at) => {
    const then = after.shares[at]?.[1] ?? null
    return [
      { name: `${name}, before`, value: share ?? 0, text: percent(share), second: true },
      { name: `${name}, after`, value: then ?? 0, text: percent(then) },
    ]
  })
  return [bars(`${before.name} and ${after.name}`, 'share', all, 1)]
}

function ids(title: string, all: readonly string[]): readonly HTMLElement[] {
  if (all.length === 0) return []
  const more = all.length > MOST_IDS ? ` and ${all.length - MOST_IDS} more` : ''
  return [h('p', {}, `${title}: ${all.slice(0, MOST_IDS).join(', ')}${more}`)]
}

export const drawOptimizer: DrawPage = async () => {
  const { reason, rows, stale } = await getPage('optimizer')
  if (reason !== undefined)
    return [
      h('p', {}, `There is nothing to show: ${reason}.`),
      h(
        'p',
        { class: 'quiet' },
        'The command /optimize_tool_prompts in the live session tries better lines and keeps those that do better.',
      ),
    ]
  return [
    table(
      'Lines and states before and after',
      [
        'tool',
        'line before',
        'line after',
        { number: 'state before' },
        { number: 'state after' },
        'what was tried',
      ],
      rows.map(({ tool, before, made }) => [
        h('code', {}, tool),
        before,
        made.oneLiner === undefined || made.oneLiner === before
          ? h('span', { class: 'quiet' }, 'the same')
          : made.oneLiner,
        made.stateTokens?.before ?? '–',
        made.stateTokens?.after ?? '–',
        Object.entries(made.tried ?? {})
          .map(([strategy, trial]) => `${strategy} ${trial.kept ? 'kept' : 'not kept'}: ${trial.reason}`)
          .join('; '),
      ]),
    ),
    ...(stale.length === 0
      ? []
      : [h('p', { class: 'warn' }, `Changed since, so their own words count: ${stale.join(', ')}.`)]),
  ]
}

export const drawAnalytics: DrawPage = async () => {
  const { isOn, tools, models, days } = await getPage('analytics')
  const off = isOn ? [] : [h('p', { class: 'warn' }, 'The setting analytics is off: nothing new is kept.')]
  if (days.length === 0) return [...off, h('p', {}, 'No turn is kept yet.')]
  const most = (rows: readonly FigureRow[]) => rows.slice(0, MOST_BARS)
  return [
    ...off,
    bars(
      'Calls by tool',
      'tool',
      most(tools).map(({ name, calls }) => ({ name, value: calls.calls, text: `${calls.calls}` })),
    ),
    table(
      'Tools',
      [
        'tool',
        { number: 'calls' },
        { number: 'went well' },
        { number: 'half' },
        { number: '95 %' },
        'errors',
        'routed by',
      ],
      tools.map(({ name, calls }) => [
        name,
        calls.calls,
        percent(calls.calls === 0 ? null : calls.ok / calls.calls),
        time(calls.p50),
        time(calls.p95),
        counts(calls.errors),
        counts(calls.gates),
      ]),
    ),
    turnTable('Models', models),
    bars(
      'Turns by day',
      'day',
      days.slice(-MOST_BARS).map(({ name, turns }) => ({ name, value: turns.turns, text: `${turns.turns}` })),
    ),
    turnTable('Days', days.slice(-MOST_BARS)),
  ]
}

function turnTable(caption: string, rows: readonly FigureRow[]): HTMLElement {
  return table(
    caption,
    [
      'name',
      { number: 'turns' },
      { number: 'cache' },
      { number: 'half' },
      { number: '95 %' },
      { number: 'tokens a second' },
      { number: 'written' },
      'ended',
    ],
    rows.map(({ name, turns }) => [
      name,
      turns.turns,
      percent(turns.evaluated + turns.reused === 0 ? null : turns.reused / (turns.evaluated + turns.reused)),
      time(turns.total.p50),
      time(turns.total.p95),
      turns.tokensPerSecond?.toFixed(1) ?? '–',
      turns.generated,
      counts(turns.statuses),
    ]),
  )
}

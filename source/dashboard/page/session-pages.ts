// What the lanes saw and reused, named states and the disk, the memory.
import type { ModelRow } from '../../contracts/command.ts'
import type { TokenUsage } from '../../contracts/engine.ts'
import type { ShownMemory, ShownState } from '../page-data.ts'
import { getPage } from './api.ts'
import { bars } from './chart.ts'
import { button, field, h, table } from './dom.ts'
import { LINES } from './lines.ts'
import type { DrawPage, PageTools } from './page.ts'
import { savedStates } from './tools-page.ts'
import { bytes, moment, time } from './words.ts'

const MOST_BARS = 20

export const drawLanes: DrawPage = async () => {
  const { turns, last } = await getPage('lanes')
  if (last === null && turns.length === 0) return [h('p', {}, 'There was no turn yet.')]
  const shown = turns.slice(-MOST_BARS)
  const lane = (name: string, usage: TokenUsage | null) =>
    usage === null ? [] : [[name, usage.reused, usage.evaluated, usage.generated]]
  return [
    bars(
      'Share of each prompt that was there already, newest turn last',
      'turn',
      shown.map(({ turn, reused, evaluated }) => ({
        name: `turn ${turn}`,
        value: reused + evaluated === 0 ? 0 : reused / (reused + evaluated),
        text: `${reused} of ${reused + evaluated}`,
      })),
      1,
    ),
    bars(
      'Time to the first token',
      'turn',
      shown.map(({ turn, firstTokenMs }) => ({
        name: `turn ${turn}`,
        value: firstTokenMs,
        text: firstTokenMs === 0 ? '–' : time(firstTokenMs),
      })),
    ),
    ...(last === null
      ? []
      : [
          h('h2', {}, `Turn ${last.turn}: ${last.message}`),
          h('p', {}, `Answered by the ${last.answerSource}.`),
          last.unfaithful === null
            ? ''
            : h('p', { class: 'warn' }, `The model's answer was not shown: ${last.unfaithful}.`),
          last.talk === null && last.call === null
            ? ''
            : table(
                'Tokens of the lanes',
                ['lane', { number: 'reused' }, { number: 'read' }, { number: 'written' }],
                [...lane('talk', last.talk), ...lane('call', last.call)],
              ),
          ...prompt('What the talk lane saw', last.talkPrompt),
          ...prompt('What the call lane saw', last.callPrompt),
          ...prompt('What the call lane wrote', last.callText),
        ]),
  ]
}

function prompt(title: string, text: string | null): readonly HTMLElement[] {
  return text === null || text === '' ? [] : [h('h2', {}, title), h('pre', { tabindex: 0 }, text)]
}

export const drawStates: DrawPage = async (tools) => {
  const { states, problems, saved, use, models } = await getPage('states')
  return [
    ...problems.map((text) => h('p', { class: 'warn' }, text)),
    states.length === 0
      ? h('p', {}, 'There are no named states; /states save NAME in the live session makes one.')
      : stateTable(states, tools),
    h('h2', {}, 'Memory and disk'),
    table(
      'What the program takes',
      ['what', { number: 'size' }],
      [
        ['this process', bytes(use.processBytes)],
        ['the engine', bytes(use.engineBytes)],
        ['saved states', `${bytes(use.statesBytes)} of ${bytes(use.statesBudgetBytes)}`],
        ['models', bytes(use.modelsBytes)],
        ['talk lane', `${use.talkTokens} of ${use.talkWindow} tokens`],
        ['call lane', `window of ${use.callWindow} tokens`],
      ],
    ),
    ...(saved.length === 0 ? [] : [savedStates(saved.slice(0, MOST_BARS))]),
    ...(models.length === 0 ? [] : [modelTable(models)]),
  ]
}

function stateTable(states: readonly ShownState[], { run }: PageTools): HTMLElement {
  const columns = ['name', 'persona', 'role', { number: 'tools' }, 'mode', { number: 'head' }, 'notes']
  return table(
    'Named states',
    [...columns, { acts: 'change' }],
    states.map(({ name, active, persona, role, tools, mode, bytes: size, notes }) => [
      active ? `${name} (on)` : name,
      persona ?? '–',
      role ?? '–',
      tools,
      mode,
      size === 0 ? '–' : bytes(size),
      notes,
      active
        ? button('Leave', () => run(LINES.leaveState()), 'leave')
        : button('Load', () => run(LINES.loadState(name)), `load ${name}`, `Load ${name}`),
    ]),
  )
}

function modelTable(models: readonly ModelRow[]): HTMLElement {
  return table(
    'Models that are here',
    ['model', { number: 'size' }, 'licence'],
    models.map(({ id, sizeBytes, licence, current }) => [
      current ? `${id} (loaded)` : id,
      bytes(sizeBytes),
      licence,
    ]),
  )
}

export const drawMemory: DrawPage = async (tools) => {
  const { none, paused, entries, overview } = await getPage('memory', asked === '' ? {} : { q: asked })
  const search = h('input', { type: 'search', value: asked, 'data-key': 'search' })
  const form = h(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault()
        asked = search.value
        tools.redraw()
      },
    },
    field('Words', search, true),
    h('button', { type: 'submit', class: 'main' }, 'Search'),
    button('Undo the last change', () => tools.run(LINES.undoMemory()), 'undo'),
  )
  if (none !== null) return [h('p', {}, none), form]
  return [
    h(
      'p',
      {},
      `${amount(overview?.total, 'entry', 'entries')}, ${amount(overview?.openReminders, 'open reminder', 'open reminders')}, ${overview?.binned ?? 0} in the bin, ${bytes(overview?.bytes ?? 0)}.`,
      paused && ' The memory is paused: nothing is stored.',
    ),
    form,
    table(
      'Entries',
      [{ number: 'id' }, 'kind', 'text', 'tags', 'changed', { acts: 'change' }],
      entries.map((entry) => [
        entry.id,
        entry.completed === null ? entry.kind : `${entry.kind}, done`,
        textOf(entry, tools),
        entry.tags.join(', '),
        moment(entry.updated),
        h(
          'span',
          {},
          button(
            'Edit',
            () => {
              edited = entry.id
              tools.redraw()
            },
            `edit ${entry.id}`,
            `Edit ${entry.id}`,
          ),
          button(
            'Delete',
            () => tools.run(LINES.deleteMemory(entry.id)),
            `delete ${entry.id}`,
            `Delete ${entry.id}`,
          ),
        ),
      ]),
    ),
  ]
}

let asked = ''
/** The entry that is being edited. */
let edited: number | undefined

function textOf(entry: ShownMemory, { run, redraw }: PageTools): HTMLElement {
  const due = entry.dueText === null ? '' : ` (due ${entry.dueText})`
  if (edited !== entry.id) return h('span', {}, `${entry.text}${due}`)
  const area = h(
    'textarea',
    { rows: 3, 'data-key': `edit ${entry.id}`, 'aria-label': `Text of ${entry.id}` },
    entry.text,
  )
  const end = () => {
    edited = undefined
  }
  return h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault()
        end()
        run(LINES.editMemory(entry.id, area.value))
      },
    },
    area,
    h('button', { type: 'submit', class: 'main' }, 'Save'),
    button('Cancel', () => {
      end()
      redraw()
    }),
  )
}

function amount(count = 0, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`
}

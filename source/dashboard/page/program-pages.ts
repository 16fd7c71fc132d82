// Settings, which the program checks, and the doctor.
import { SETTING_ORIGINS, type ShownSetting } from '../../contracts/settings.ts'
import { getPage } from './api.ts'
import { button, h, table } from './dom.ts'
import { LINES } from './lines.ts'
import type { DrawPage, PageTools } from './page.ts'

export const drawSettings: DrawPage = async (tools) => {
  const { settings } = await getPage('settings')
  return [
    h(
      'p',
      {},
      'Most settings take effect at the next start. A flag wins over its environment variable, that over the setting.',
    ),
    table(
      'Settings',
      ['name', 'meaning', 'where it comes from', 'value'],
      settings.map((row) => [
        h('code', {}, row.name),
        row.meaning,
        SETTING_ORIGINS[row.from],
        valueCell(row, tools),
      ]),
    ),
  ]
}

function valueCell(row: ShownSetting, { run }: PageTools): HTMLElement {
  const { name, value, from, fallback } = row
  const label = `Value of ${name}`
  const key = `value ${name}`
  if (typeof value === 'object' && value !== null)
    return h('span', {}, h('code', {}, JSON.stringify(value)), reset(row, run))
  const known = typeof value === 'boolean' ? ['true', 'false'] : row.choices
  // Some may be empty, which is none of their words.
  const choices = known === undefined || known.includes(String(value)) ? known : ['', ...known]
  const control =
    choices === undefined
      ? h('input', { type: 'text', value: String(value), 'aria-label': label, 'data-key': key })
      : h(
          'select',
          { 'aria-label': label, 'data-key': key },
          ...choices.map((text) =>
            h(
              'option',
              { value: text, selected: text === String(value) },
              text === '' ? 'as it comes' : text,
            ),
          ),
        )
  const isFree = choices === undefined
  return h(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault()
        // An empty text is the default of those settings that may be empty.
        const isEmpty = control.value.trim() === ''
        run(isEmpty ? LINES.reset(name) : LINES.set(name, control.value))
      },
    },
    control,
    h('button', { type: 'submit', 'data-key': `set ${name}`, 'aria-label': `Set ${name}` }, 'Set'),
    from === 'default' ? '' : reset(row, run),
    isFree && fallback !== '' && h('span', { class: 'quiet' }, `as it comes: ${JSON.stringify(fallback)}`),
  )
}

function reset({ name }: ShownSetting, run: PageTools['run']): HTMLElement {
  return button('Reset', () => run(LINES.reset(name)), `reset ${name}`, `Reset ${name}`)
}

export const drawDoctor: DrawPage = async ({ run }) => {
  const { checks, version } = await getPage('doctor')
  const kind = { ok: 'good', warn: 'warn', fail: 'bad' } as const
  const failed = checks.filter(({ status }) => status === 'fail').length
  return [
    h(
      'p',
      {},
      `ethervox ${version}: ${failed === 0 ? 'no check failed' : `${failed} of ${checks.length} checks failed`}.`,
    ),
    h(
      'div',
      { class: 'row' },
      button('Mend what can be mended', () => run(LINES.repair()), 'repair'),
    ),
    table(
      'Checks',
      ['check', 'result', 'what was found', 'what to do'],
      checks.map(({ name, status, text, repair }) => [
        name,
        h('span', { class: kind[status] }, status),
        text,
        repair ?? '',
      ]),
    ),
  ]
}

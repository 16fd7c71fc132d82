import type { Command } from '../source/contracts/command.ts'

/** `/settings`: every setting, or a new value for one. */
const settings: Command = {
  name: 'settings',
  usage: '[NAME VALUE]',
  summary: 'show the settings, or change one',
  worksDownTo: 3,
  help: 'Most settings take effect at the next start.',
  complete: (input, context) =>
    input === ''
      ? context
          .settings()
          .map(({ name, value, meaning }) => ({ text: name, note: `${JSON.stringify(value)}  ${meaning}` }))
      : [],
  run: (input, context) => {
    const [name, ...rest] = input.split(/\s+/).filter(Boolean)
    if (name !== undefined) {
      const refused = context.setSetting(name, rest.join(' '))
      return {
        ok: refused === undefined,
        text: refused ?? `${name} is set; most settings take effect at the next start.`,
        data: null,
      }
    }
    const rows = context.settings()
    const width = Math.max(...rows.map((row) => row.name.length))
    const text = rows
      .map((row) => `  ${row.name.padEnd(width)}  ${JSON.stringify(row.value)}  ${row.meaning}`)
      .join('\n')
    return { ok: true, text, data: rows.map((row) => ({ ...row })) }
  },
}

export default settings

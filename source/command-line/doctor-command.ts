// `ethervox doctor`: its own flags, because it must answer where the others cannot be read.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { DoctorReport } from '../contracts/doctor.ts'
import { UserError } from '../contracts/errors.ts'
import { measureHome } from '../doctor/home.ts'
import { HOME_PARTS } from '../doctor/home-parts.ts'
import { publicReport, reportText } from '../doctor/report.ts'
import { exportPlace, writeExport } from '../lib/export-place.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import { zip } from '../lib/zip.ts'
import { homePaths, type ProgramPaths } from '../paths.ts'
import { openSettings } from '../settings.ts'
import { NAMES, type Settings, TABLE } from '../settings-table.ts'
import { openDoctor, type Patient } from './doctor.ts'
import { SUBCOMMANDS } from './subcommands.ts'

const ABOUT = `What \`ethervox doctor\` found, to be sent to somebody who helps. It holds versions, figures and the program's own words:
no conversation, memory or message, no text of a setting, and no name of a file or folder of yours.
`

/** Runs it; 0: nothing failed, 1: something did. Throws `UserError` for wrong usage. */
export async function runDoctor(
  args: readonly string[],
  {
    program,
    clock,
    write,
  }: { readonly program: ProgramPaths; readonly clock: Patient['clock']; write(text: string): void },
): Promise<number> {
  const { json, repair, sums, bundle, home: given } = readArgs(args)
  const home = homePaths(given, process.env)
  const report = await openDoctor({ program, home, clock }).check({ repair, sums })
  write(json ? `${plainJson(report)}\n` : `${plainText(reportText(report))}\n`)
  if (bundle !== undefined) {
    const shown = writeBundle(bundle, report, home)
    if (!json)
      write(
        `\`${shown}\` holds the figures of this, and nothing of yours; look into it before you send it.\n`,
      )
  }
  return report.ok ? 0 : 1
}

/** The bytes of the archive: only facts, figures and settings that are one of a few words. */
export function bundleOf(
  report: DoctorReport,
  home: { readonly home: string; readonly settings: string },
): Buffer {
  const file = (name: string, value: unknown) => ({ name, text: `${JSON.stringify(value, undefined, 2)}\n` })
  const opened = existsSync(home.settings) ? openSettings(home.settings) : undefined
  return zip([
    { name: 'README.txt', text: ABOUT },
    file('report.json', publicReport(report)),
    file('settings.json', opened?.ok ? publicSettings(opened.file.values) : null),
    file('home.json', measureHome(home.home, HOME_PARTS)),
  ])
}

/** Gives where it is. Throws `UserError`. */
function writeBundle(path: string, report: DoctorReport, home: { home: string; settings: string }): string {
  const place = exportPlace(process.cwd(), path)
  const failed = 'reason' in place ? place.reason : writeExport(place, bundleOf(report, home))
  if ('reason' in place || failed !== undefined)
    throw new UserError(`The bundle was not written: ${failed}`, 1)
  return place.shown
}

/** Figures, switches and choices as they are; of everything else, only whether it was set. */
function publicSettings(values: Settings) {
  return Object.fromEntries(
    NAMES.map((name) => {
      const value = values[name]
      const isPublic = typeof value === 'number' || typeof value === 'boolean' || 'enum' in TABLE[name].schema
      if (isPublic) return [name, value]
      return [name, JSON.stringify(value) === JSON.stringify(TABLE[name].fallback) ? 'default' : 'set']
    }),
  )
}

function readArgs(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        repair: { type: 'boolean', default: false },
        sums: { type: 'boolean', default: false },
        bundle: { type: 'string' },
        home: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/'/g, '`').split('. ')[0] : String(error)
    throw new UserError(
      `${said}; \`ethervox doctor\` takes ${SUBCOMMANDS.find(({ name }) => name === 'doctor')?.usage}.`,
    )
  }
}

// What tools that reach out are lent: their settings, read anew at each use, and a place for answers that are kept.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonObject } from '../../contracts/json.ts'
import type { ShellAccess, WeatherAccess, WebAccess } from '../../contracts/outside.ts'
import type { SecretSwitch } from '../../contracts/secret.ts'
import { writeFileAtomicSync } from '../../lib/atomic-write.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import type { HomePaths } from '../../paths.ts'
import type { KeptSettings } from './kept-settings.ts'

/** Answers older than this are of no use to anybody. */
const DAY_MS = 86_400_000

/** The services of a home for tools that use network and shell. */
export function outsideAccess(
  home: HomePaths,
  settings: KeptSettings,
  secret?: SecretSwitch,
): {
  readonly web: WebAccess
  readonly weather: WeatherAccess
  readonly shell: ShellAccess
} {
  const fileOf = (key: string) => join(home.cache, `weather-${sha256Hex(Buffer.from(key)).slice(0, 24)}.json`)
  return {
    web: {
      get allowPrivate() {
        return settings.orDefaults.webAllowPrivate
      },
    },
    weather: {
      get baseUrl() {
        return settings.orDefaults.weatherUrl.replace(/\/+$/, '') || undefined
      },
      get units() {
        return settings.orDefaults.weatherUnits
      },
      recall: (key) => {
        const kept = readKept(fileOf(key))
        return kept?.key === key && typeof kept.at === 'number' && kept.value !== undefined
          ? { at: kept.at, value: kept.value }
          : undefined
      },
      keep: (key, at, value) => {
        // Its place was said.
        if (secret?.isOn()) return
        try {
          mkdirSync(home.cache, { recursive: true, mode: 0o700 })
          removeOld(home.cache)
          writeFileAtomicSync(fileOf(key), JSON.stringify({ key, at, value }))
        } catch {
          // An answer that is not kept is asked for again.
        }
      },
    },
    shell: {
      get limitMs() {
        return settings.orDefaults.shellSeconds * 1_000
      },
    },
  }
}

function readKept(file: string) {
  try {
    return parseJsonObject(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY)
    if (name.startsWith('weather-') && age > DAY_MS) rmSync(file, { force: true })
  }
}

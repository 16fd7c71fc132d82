// Reads home and program and climbs the levels; also the way back up (`/tools reload`).

import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../contracts/clock.ts'
import type { Level } from '../contracts/event.ts'
import { isManifestProblem, type Manifest } from '../contracts/manifest.ts'
import type { Meaning } from '../contracts/meaning.ts'
import type { Tool } from '../contracts/tool.ts'
import { whyLeftOut, withStartupPrompt } from '../home/lent/startup-prompt.ts'
import { type MoreTools, withComposed, withMoreTools } from '../home/more-tools.ts'
import { type LearnedInHome, learnedIn, withExamples } from '../home/taught-of-home.ts'
import { capital } from '../lib/as-clause.ts'
import { readManifestFile } from '../manifest/file.ts'
import { readManifest } from '../manifest/reader.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { type Overlay, whyNotOptimized } from '../prompt/overlay.ts'
import { Registry } from '../registry/registry.ts'
import { readRoles } from '../roles/read-roles.ts'
import type { Ground } from '../session/ports.ts'
import { type OpenedSettings, openSettings, type SettingsFile, setSettingsAside } from '../settings.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings-table.ts'
import { writeInstalled } from '../startup/install.ts'
import { climb } from '../startup/ladder.ts'
import { pausedTools } from '../usage/tool-health.ts'
import { buildManifest, loadTool, readTrainedRouter, type TrainedRouter } from './build-manifest.ts'
import { findHomeProblem, findWriteProblem, tryInstall } from './installed-tools.ts'
import { openRouter } from './open-router.ts'
import { asOptimized, type OverlaySources, overlayOfHome } from './overlay-of-home.ts'
import { addToolSearch, whyNoSearch } from './tool-search.ts'

/** A ground with what compose needs of it besides. */
export interface OpenedGround extends Ground {
  /** With the person's own text behind it, as it stands now; `bareSystemText`: without. */
  readonly systemText: string
  readonly bareSystemText: string
  readonly overlay: Overlay
  /** Names the tools as they stand; empty: there are none. */
  readonly manifestHash: () => string
  readonly settings: Settings
  readonly settingsFile: SettingsFile | undefined
  /** What its router learns besides its training. */
  readonly learned: LearnedInHome
}

const BARE_SYSTEM_TEXT = 'You are a helpful assistant. Answer briefly.'

export interface GroundSources extends OverlaySources {
  readonly program: ProgramPaths
  /** `--system`; replaces the shipped text. */
  readonly systemText: string | undefined
  /** Tools in place of the home's; nothing is installed then. It may give undefined: those of the home. */
  readonly tools?: (() => GivenTools | undefined) | undefined
  /** Tools beside the home's, as they are now. */
  readonly more?: (() => MoreTools) | undefined
  /** Finds tools that the router was not trained on; undefined: words do. */
  readonly meaning?: Meaning | undefined
  /** Tools that are made of those. */
  readonly composed?: ((manifest: Manifest) => MoreTools) | undefined
}

/** Compiled tools with where their code comes from. */
export interface GivenTools {
  readonly manifest: Manifest
  /** Names of those that only tell how rare a word is: off, besides the person's choice, and never spoken of. */
  readonly off?: readonly string[]
  loadTool(name: string): Promise<Tool>
}

/** Reads everything once; never throws for what a person may have broken. */
export function openGround(sources: GroundSources): OpenedGround {
  const { program, home } = sources
  const homeProblem = findHomeProblem(home)
  const settings = settingsOf(home, homeProblem)
  const values = settings.ok ? settings.file.values : DEFAULT_SETTINGS
  const system = readSystemText(sources)
  const given = sources.tools?.()
  const installed =
    homeProblem === undefined ? (given ?? tryInstall(program, home)) : { problem: homeProblem }
  const together = withMoreTools(manifestOf(installed), sources.more?.())
  const { manifest, ...beside } = withComposed(together, sources.composed)
  const overlay = overlayOfHome(sources, manifest)
  const unread = settings.ok || homeProblem !== undefined ? undefined : settings.reason
  const rung = climb({ home: homeProblem, settings: unread, ...problemsOf(system, installed, overlay) })
  const known = rung.level <= 2 ? manifest : undefined
  const searchable = known && addToolSearch(known, given?.off)
  const usable = asOptimized(searchable?.manifest ?? known, overlay)
  const search = searchable?.tool.name
  const registry = new Registry({
    manifest: usable,
    disabled: [...values.disabledTools, ...pausedTools(home.toolHealth), ...(given?.off ?? [])],
    priorities: given === undefined ? values.toolPriorities : {},
    loadTool: loaderOf(program, given, (name) => (search === name ? searchable?.tool : beside.tool(name))),
  })
  const learned = learnedIn(home, overlay, usable?.entries ?? [])
  const routing = openRouter(usable, registry, search, withExamples(learned.read, beside.examples), {
    meaning: sources.meaning,
    senses: program.senses,
  })
  // Tools in place of the home's are not those that roles name.
  const roles = readRolesAt(rung.level, sources, given === undefined ? usable : undefined)
  const said = 'notice' in installed && installed.notice ? [installed.notice] : []
  const own = whyLeftOut(home.startupPrompt) ?? []
  const notices = [...said, ...routing.notices, ...beside.notices, ...roles.notices].concat(own)
  return {
    ...rung,
    notices,
    tools: registry,
    unlisted: given?.off ?? [],
    roles: roles.book,
    router: routing.router,
    openingFloor: 0.05,
    search,
    whyAbsent: (name) => (known !== undefined && search === undefined ? whyNoSearch(name) : undefined),
    get systemText() {
      return withStartupPrompt(system.text, home.startupPrompt)
    },
    bareSystemText: system.text,
    overlay,
    manifestHash: () => manifest?.contentHash ?? '',
    settings: values,
    settingsFile: settings.ok ? settings.file : undefined,
    learned,
  }
}

function settingsOf(home: HomePaths, homeProblem: string | undefined): OpenedSettings {
  return homeProblem === undefined ? openSettings(home.settings) : { ok: false, reason: homeProblem }
}

/** What the levels fall for, besides the home and its settings. */
function problemsOf(system: { readonly problem?: string | undefined }, installed: object, overlay: Overlay) {
  return {
    systemText: system.problem,
    manifest: 'problem' in installed ? String(installed.problem) : undefined,
    overlay: whyNotOptimized(overlay),
  }
}

function manifestOf(installed: object | { readonly manifest: Manifest | undefined }): Manifest | undefined {
  return 'manifest' in installed ? installed.manifest : undefined
}

/** Code that stands in memory, else that of the tools in place of the home's, else the program's. */
function loaderOf(
  program: ProgramPaths,
  given: GivenTools | undefined,
  standing: (name: string) => Tool | undefined,
) {
  return async (name: string) => standing(name) ?? given?.loadTool(name) ?? loadTool(program, name)
}

/** Compiles the tools, repairs what stands in the way (damaged files are set aside, never deleted), climbs again. */
export async function rebuildGround(
  sources: GroundSources,
  clock: Clock,
): Promise<{ ground: OpenedGround; ok: boolean; text: string }> {
  const { program, home } = sources
  const done: string[] = []
  let failures = 0
  const isThere = findHomeProblem(home) === undefined
  const unwritable = isThere ? findWriteProblem(home) : undefined
  if (unwritable !== undefined) {
    failures = 1
    done.push(`${capital(unwritable)}; nothing was compiled.`)
  } else if (isThere) {
    const stamp = clock.now().toISOString().replace(/[:.]/g, '-')
    done.push(...setFilesAside(sources, stamp))
    const compiled = await buildManifest(program, {
      builtAt: Math.floor(clock.now().getTime() / 1000),
      crossValidate: false,
      like: calibratedRouter(home, program),
    })
    const manifest = readManifest(compiled.bytes)
    failures = compiled.problems.length
    done.push(...compiled.problems.map((problem) => problem.message))
    if (compiled.tools.length === 0 || isManifestProblem(manifest)) {
      done.push('No tool could be compiled; what was there stays.')
    } else {
      if (existsSync(home.manifest) && isManifestProblem(readManifestFile(home.manifest))) {
        renameSync(home.manifest, `${home.manifest}.damaged-${stamp}`)
        done.push(`The unusable tools were set aside as \`${home.manifest}.damaged-${stamp}\`.`)
      }
      writeInstalled(
        { ...home, shippedManifest: program.shippedManifest },
        program.version,
        compiled.bytes,
        manifest.contentHash,
      )
      done.push(`${compiled.tools.length} tools were compiled.`)
    }
  }
  const ground = openGround(sources)
  const text = [...done, `Level ${ground.level}.`, ...ground.reasons].join('\n')
  return { ground, ok: ground.level <= 2 && failures === 0, text }
}

/** Moves damaged settings and an unreadable system text of the home aside; says so in a sentence each. */
function setFilesAside(sources: GroundSources, stamp: string): string[] {
  const { home, systemText } = sources
  const done: string[] = []
  if (!openSettings(home.settings).ok) {
    const aside = setSettingsAside(home.settings, stamp)
    done.push(`The damaged settings were set aside as \`${aside}\`; new ones begin with the defaults.`)
  }
  const own = join(home.home, 'system.md')
  if (systemText === undefined && existsSync(own) && readSystemText(sources).problem !== undefined) {
    renameSync(own, `${own}.damaged-${stamp}`)
    done.push(`The unreadable system text was set aside as \`${own}.damaged-${stamp}\`.`)
  }
  return done
}

/** The router that stands, in the home or else shipped: a reload keeps its calibration, which takes half a minute to learn. */
function calibratedRouter(home: HomePaths, program: ProgramPaths): TrainedRouter | undefined {
  return readTrainedRouter(home.manifest) ?? readTrainedRouter(program.shippedManifest)
}

function readSystemText({ program, home, systemText }: GroundSources): { text: string; problem?: string } {
  if (systemText !== undefined) return { text: systemText }
  const own = join(home.home, 'system.md')
  const path = existsSync(own) ? own : program.systemText
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim()
    if (text !== '') return { text }
    return { text: BARE_SYSTEM_TEXT, problem: `the system text \`${path}\` is empty` }
  } catch (error) {
    return {
      text: BARE_SYSTEM_TEXT,
      problem: `the system text \`${path}\` cannot be read (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

/** In an emergency nothing but the shell is read. */
function readRolesAt(level: Level, { program, home }: GroundSources, judged: Manifest | undefined) {
  return level === 4
    ? { book: { roles: [], problem: undefined }, notices: [] }
    : readRoles({ shipped: program.roles, own: home.roles }, judged?.entries)
}

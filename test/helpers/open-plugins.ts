// A home with plugins, and what is done with them there.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { ownToolsOf } from '../../source/home/plugins/plugins-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { call } from '../tools/tool-context.ts'
import { temporaryFolder } from './open-session.ts'
import { type WrittenPlugin, writePlugin } from './plugin-folder.ts'

/** Opens an empty home; it is taken away after the test. */
export function openPlugins(t: TestContext, interactive = false) {
  const folder = temporaryFolder('plugins')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = homePaths(join(folder, 'home'), {})
  mkdirSync(join(folder, 'workspace'))
  const clock = { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' }
  const place = { program: findProgram(), home, workspace: join(folder, 'workspace'), clock, interactive }
  const own = ownToolsOf(place)
  const act = (line: string) => own.plugins.act(line.split(' '))
  return {
    ...{ folder, home, act, more: own.more },
    write: (written: WrittenPlugin = {}) =>
      writePlugin(join(folder, 'made', written.name ?? 'plain'), written),
    install: (written: WrittenPlugin = {}) =>
      act(`install ${writePlugin(join(folder, 'made', written.name ?? 'plain'), written)} --yes`),
    run: async (name: string, args: JsonObject = { text: 'abc' }) => {
      const found = own.more().tools.find(({ compiled }) => compiled.name === name)
      assert.ok(found, `the tool ${name} is there`)
      const outcome = await call(found.tool, args, { workspace: place.workspace })
      return outcome.type === 'said' ? outcome.said.sentence : `${outcome.code}: ${outcome.message}`
    },
    names: () => own.more().tools.map(({ compiled }) => compiled.name),
  }
}

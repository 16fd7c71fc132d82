import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptSettings } from '../../source/home/lent/kept-settings.ts'
import { trustedKind } from '../../source/home/trusted-kind.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('a text that is trusted as a skill is trusted as nothing else, and each kind keeps its own', () => {
  const settings = keptSettings(join(temporaryFolder('trust'), 'settings.json'))
  const [tool, skill, composite] = (['tool', 'skill', 'composite'] as const).map((kind) =>
    trustedKind(settings, kind),
  )
  assert.ok(tool && skill && composite)
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
  skill.add(a)
  assert.deepEqual([tool.hashes(), skill.hashes(), composite.hashes()], [[], [a], []])
  composite.add(a)
  tool.add(b)
  assert.deepEqual([tool.hashes(), skill.hashes(), composite.hashes()], [[b], [a], [a]])
})

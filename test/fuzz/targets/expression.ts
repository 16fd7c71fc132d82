// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of composites look like those of templates
// Conditions of composites, and places in texts.
import assert from 'node:assert/strict'
import {
  type Expression,
  ExpressionFault,
  evaluate,
  formatPath,
  isTrue,
  parseExpression,
  parsePath,
  pathsIn,
} from '../../../source/composites/expression.ts'
import { asPlain, EmptyPlace, fill, pathsOf } from '../../../source/composites/template.ts'
import type { JsonObject } from '../../../source/contracts/json.ts'
import { mutateText } from '../mutate-text.ts'
import type { Target } from '../target.ts'

const SCOPE: JsonObject = {
  read: { count: 2, text: 'a', list: [{ name: 'x' }, null, [1]], none: null, yes: true },
  args: { path: 'a.txt', n: 0, empty: '' },
  done: { read: true },
}
const SEEDS = [
  'read.count > 1 and not (read.text == "" or read.list[0].name == null)',
  'done.read',
  "args.n <= -1.5 or args.path != 'b'",
  'not not true',
  '"a" < read.text',
  'It is ${read.text}, $${not} and ${args.n}',
  '${read.list}',
]
const WORDS = [
  'read',
  'args',
  '.',
  '.count',
  '.list',
  '[0]',
  '[',
  ']',
  '(',
  ')',
  ' and ',
  ' or ',
  ' not ',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '"x"',
  "'",
  '-1',
  '1.5',
  'true',
  'false',
  'null',
  '${',
  '}',
  '$${',
  '.__proto__',
  '.constructor',
  '.length',
]

export async function open(): Promise<Target> {
  return {
    seeds: SEEDS.map((seed) => Buffer.from(seed)),
    mutators: [mutateText(WORDS)],
    mostBytes: 5_000,
    run(input) {
      const text = input.toString('utf8')
      refused(() => judge(parseExpression(text)))
      refused(() => pathsOf(text))
      refused(() => fill(text, SCOPE))
      assert.equal(fill(asPlain(text), SCOPE), text, 'a plain text does not stay what it is')
    },
  }
}

function judge(expression: Expression): void {
  for (const path of pathsIn(expression)) assert.deepEqual(parsePath(formatPath(path)), path)
  const value = evaluate(expression, SCOPE)
  isTrue(value)
  assert.notEqual(typeof value, 'function', 'a path leads out of the data')
}

/** What cannot be read or has no value is refused by an error of its own. */
function refused(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ExpressionFault) && !(error instanceof EmptyPlace)) throw error
  }
}

// Units of measure. Names: units.ts; the reckoning: convert.ts.
import { defineTool } from '../../source/contracts/tool.ts'
import { loadMath } from '../../source/toolkit/math-library.ts'
import { type Converted, convert } from './convert.ts'

type Arguments = { readonly value?: number; readonly from: string; readonly to: string }

type Result = Converted & { readonly [key: string]: string | number | boolean | readonly string[] }

const NUMBER_WORDS =
  'half|quarter|third|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|couple'

export default defineTool<Arguments, Result>({
  name: 'unit_convert',
  description: 'Convert a quantity from one unit of measure into another',
  parameters: {
    type: 'object',
    properties: {
      value: {
        'x-value': true,
        type: 'number',
        'x-from': 'message',
        'x-carried': true,
        'x-when': `\\d|½|\\b(?:${NUMBER_WORDS})\\b`,
        description: 'the number; left out: 1',
      },
      from: {
        type: 'string',
        'x-from': 'message',
        'x-glued': true,
        'x-ask': 'From which unit?',
        description: 'unit that the number has',
      },
      to: {
        type: 'string',
        'x-from': 'message',
        'x-ask': 'Into which unit?',
        description: 'unit that is wanted',
      },
    },
    required: ['from', 'to'],
  },
  risk: 'read',
  async run({ value, from, to }) {
    return { ...convert(value, from, to, await loadMath()) }
  },
  say({ from, to, texts, exact }) {
    return {
      sentence: `${from} ${exact ? 'is' : 'is about'} ${to}.`,
      key: texts.map((text) => [text, ...rounded(text)]),
    }
  },
})

/** An answer may round what is long. */
function rounded(text: string): readonly string[] {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) < 1) return []
  return [2, 1, 0].map((digits) => String(Number(number.toFixed(digits))))
}

// Units of measure. Names: units.ts; the reckoning: convert.ts.
import { defineTool } from '../../source/contracts/tool.ts'
import { loadMath } from '../../source/toolkit/math-library.ts'
import { type Converted, convert } from '../../source/toolkit/units/convert.ts'
import { UNIT_WORD } from '../../source/toolkit/units/units.ts'

type Arguments = { readonly value?: number; readonly from: string; readonly to: string }

type Result = Converted & { readonly [key: string]: string | number | boolean | readonly string[] }

const NUMBER_WORDS =
  'half|quarter|third|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|couple'

const TIME = String.raw`\b(?:in(?:to)?|to|many|much)\s+(?:seconds|minutes|hours|days|weeks|months|years)\b`
/** Where no length of time is asked for, one that stands beside the quantity is of its story. */
const NO_TIME_ASKED = String.raw`(?<!${TIME}[\s\S]*)(?![\s\S]*${TIME})`

export default defineTool<Arguments, Result>({
  name: 'unit_convert',
  description: 'Convert a quantity from one unit of measure into another',
  parameters: {
    type: 'object',
    properties: {
      value: {
        type: 'number',
        'x-from': 'message',
        'x-carried': true,
        'x-unit': UNIT_WORD,
        'x-when': `\\d|½|\\b(?:${NUMBER_WORDS})\\b`,
        description: 'the number; left out: 1',
      },
      from: {
        type: 'string',
        'x-from': 'message',
        'x-glued': true,
        'x-named': String.raw`${NO_TIME_ASKED}(?<![/\d.,])\d[\d.,]*\s*(${UNIT_WORD})(?!\s*(?:and\s+)?\d)`,
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

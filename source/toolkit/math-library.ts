// mathjs, loaded when a tool first needs it: 50 ms, in the one file that the package brings for browsers. The only importer of it.
import type {
  BigNumber as MathBigNumber,
  ConstantNode as MathConstantNode,
  FunctionNode as MathFunctionNode,
  MathJsInstance,
  OperatorNode as MathOperatorNode,
  ParenthesisNode as MathParenthesisNode,
  SymbolNode as MathSymbolNode,
  MathNode as MathSyntaxNode,
} from 'mathjs'

export type BigNumber = MathBigNumber
export type ConstantNode = MathConstantNode
export type FunctionNode = MathFunctionNode
export type MathNode = MathSyntaxNode
export type OperatorNode<A extends never, B extends never, C extends MathNode[]> = MathOperatorNode<A, B, C>
export type ParenthesisNode = MathParenthesisNode
export type SymbolNode = MathSymbolNode
export type MathLibrary = MathJsInstance

let loading: Promise<MathLibrary> | undefined

/** The library with numbers of 64 digits; the same instance every time. */
export function loadMath(): Promise<MathLibrary> {
  loading ??= import('mathjs/lib/browser/math.js').then(({ default: library }) =>
    library.create({ number: 'BigNumber', precision: 64 }),
  )
  return loading
}

// Not converted yet.
export default (): never => {
  throw new Error('not converted')
}

// Written by `npm run generate` from spec/. Do not edit.
import type { AppSdk } from './sdk.js'

declare global {
  const mu: AppSdk
  const onedoor: AppSdk
}

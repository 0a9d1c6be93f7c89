import { join } from 'node:path'
import { testByteStore, testPage } from './conformance.ts'
import { openFolder } from './folder.ts'

testByteStore('a folder', (home) => openFolder(join(home, 'kept'), testPage))

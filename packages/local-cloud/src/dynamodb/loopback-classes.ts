import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/**
 * DynamoDB Local listens on all interfaces and has no option to listen on one. Its HTTP server asks the Jetty
 * method `AbstractNetworkConnector.getHost()` which address to bind; the answer, a field nobody sets, is null.
 * This module writes a copy of that one class in which the method returns "127.0.0.1" and has Java find the
 * copy first. Nothing of the package itself is changed.
 */

const connectorClass = 'org/eclipse/jetty/server/AbstractNetworkConnector.class';
const cacheDirectory = join(import.meta.dirname, '..', '..', '.build', 'loopback-classes');

/** Paths for Java's command line: the engine's jar, its native libraries and the folder of the changed class. */
export function loopbackClasses(engineDirectory: string): { jar: string; libraries: string; patch: string } {
  const version = readdirSync(engineDirectory).find((name) => name.startsWith('dynamodb_local_'));
  if (version === undefined) throw new Error(`${engineDirectory} holds no DynamoDB Local`);
  const home = join(engineDirectory, version);
  const libraries = join(home, 'DynamoDBLocal_lib');
  const jetty = readdirSync(libraries).find((name) => /^jetty-server-.*\.jar$/.test(name));
  if (jetty === undefined) throw new Error(`${libraries} holds no Jetty server`);
  const patch = join(cacheDirectory, jetty.replace('.jar', ''));
  const target = join(patch, connectorClass);
  mkdirSync(dirname(target), { recursive: true });
  const changed = bindToLoopback(readZipEntry(readFileSync(join(libraries, jetty)), connectorClass));
  // Renamed into place, because another local cloud may be starting at the same moment.
  const temporary = `${target}.${process.pid}`;
  writeFileSync(temporary, changed);
  renameSync(temporary, target);
  return { jar: join(home, 'DynamoDBLocal.jar'), libraries, patch };
}

/** Reads one file of a zip archive through its central directory. */
function readZipEntry(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let offset = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(offset + 28);
    if (zip.toString('utf8', offset + 46, offset + 46 + nameLength) === name) {
      const method = zip.readUInt16LE(offset + 10);
      const size = zip.readUInt32LE(offset + 20);
      const local = zip.readUInt32LE(offset + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const data = zip.subarray(start, start + size);
      return method === 0 ? data : inflateRawSync(data);
    }
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  throw new Error(`The archive has no ${name}`);
}

/** Bytes that follow the tag of each kind of constant (Java Virtual Machine Specification, section 4.4). */
const constantSizes: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};

/**
 * Patches `getHost()` of a class file to return "127.0.0.1". Throws when the method is not the plain getter
 * expected.
 */
export function bindToLoopback(classFile: Buffer): Buffer {
  const count = classFile.readUInt16BE(8);
  const names = new Map<number, string>();
  let offset = 10;
  for (let index = 1; index < count; index += 1) {
    const tag = classFile.readUInt8(offset);
    if (tag === 1) {
      const length = classFile.readUInt16BE(offset + 1);
      names.set(index, classFile.toString('utf8', offset + 3, offset + 3 + length));
      offset += 3 + length;
      continue;
    }
    const size = constantSizes[tag];
    if (size === undefined) throw new Error(`Unknown constant of kind ${tag} in a class file`);
    offset += 1 + size;
    // Eight-byte constants occupy two entries.
    if (tag === 5 || tag === 6) index += 1;
  }
  const poolEnd = offset;
  const code = findCode(classFile, poolEnd, names, 'getHost');
  const isGetter = code.length === 5 && code[0] === 0x2a && code[1] === 0xb4 && code[4] === 0xb0;
  if (!isGetter) throw new Error('getHost() of the HTTP server is no longer a plain getter');

  const address = Buffer.from('127.0.0.1');
  const constants = Buffer.concat([
    Buffer.from([1, 0, address.length]),
    address,
    Buffer.from([8, count >> 8, count & 0xff]),
  ]);
  const text = count + 1;
  // nop; ldc_w "127.0.0.1"; areturn
  code.set([0x00, 0x13, text >> 8, text & 0xff, 0xb0]);
  const result = Buffer.concat([classFile.subarray(0, poolEnd), constants, classFile.subarray(poolEnd)]);
  result.writeUInt16BE(count + 2, 8);
  return result;
}

/** The bytecode of the method `wanted`, as a view into the class file. */
function findCode(classFile: Buffer, poolEnd: number, names: Map<number, string>, wanted: string): Buffer {
  const interfaces = classFile.readUInt16BE(poolEnd + 6);
  let offset = poolEnd + 8 + interfaces * 2;
  for (const kind of ['field', 'method']) {
    const members = classFile.readUInt16BE(offset);
    offset += 2;
    for (let member = 0; member < members; member += 1) {
      const name = names.get(classFile.readUInt16BE(offset + 2));
      const attributes = classFile.readUInt16BE(offset + 6);
      offset += 8;
      for (let attribute = 0; attribute < attributes; attribute += 1) {
        const isCode = names.get(classFile.readUInt16BE(offset)) === 'Code';
        if (kind === 'method' && name === wanted && isCode) {
          const length = classFile.readUInt32BE(offset + 10);
          return classFile.subarray(offset + 14, offset + 14 + length);
        }
        offset += 6 + classFile.readUInt32BE(offset + 2);
      }
    }
  }
  throw new Error(`The class has no method ${wanted}`);
}

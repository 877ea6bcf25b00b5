import type { Noise } from './noise.ts';
import { type Colour, clamp, hex, mix, ramp, smoothstep } from './pixels.ts';

export type Surface =
  | 'oak'
  | 'dark-wood'
  | 'pale-wood'
  | 'marble'
  | 'slate'
  | 'linen'
  | 'steel'
  | 'concrete'
  | 'plaster'
  | 'white'
  | 'sand'
  | 'grass'
  | 'red-cloth'
  | 'blue-tiles'
  | 'bright-tiles'
  | 'leaves'
  | 'brass'
  | 'glossy'
  | 'ice'
  | 'kraft';

/** Writes the colour of a surface at (u, v) to `out`. One unit is about the width of the picture at the dish. */
export type SurfacePainter = (u: number, v: number, out: Float32Array) => void;

/** The reflectivity of surfaces, 0 to 1. */
export const gloss: Readonly<Record<Surface, number>> = {
  oak: 0.06,
  'dark-wood': 0.16,
  'pale-wood': 0.05,
  marble: 0.28,
  slate: 0.08,
  linen: 0,
  steel: 0.42,
  concrete: 0.03,
  plaster: 0,
  white: 0.1,
  sand: 0,
  grass: 0,
  'red-cloth': 0,
  'blue-tiles': 0.2,
  'bright-tiles': 0.2,
  leaves: 0.08,
  brass: 0.35,
  glossy: 0.5,
  ice: 0.4,
  kraft: 0,
};

/** Returns a painter of the surface that starts at a random place of its pattern. */
export function surfacePainter(kind: Surface, noise: Noise, phase: number): SurfacePainter {
  const wood =
    (tones: readonly Colour[], planks: number, contrast: number): SurfacePainter =>
    (u, v, out) => {
      const across = u * planks + 40;
      const plank = Math.floor(across);
      const own = noise.value(plank * 7.7 + phase, plank * 3.1);
      // The grain runs away from the camera. It bends a little and is denser at year rings.
      const bend = noise.layered(u * 2 + own * 20, v * 0.5 + phase, 3) * 0.3;
      const rings = noise.layered((u + bend) * 16 + own * 50, v * 0.9 + own * 9, 4);
      const fibres = noise.value((u + bend * 0.3) * 170 + own * 80, v * 5);
      const pores = smoothstep(0.72, 0.95, noise.value(u * 240, v * 9 + own * 40)) * 0.16;
      ramp(tones, clamp(0.5 + (rings - 0.5) * contrast + (fibres - 0.5) * 0.22 + (own - 0.5) * 0.35), out);
      const edge = Math.min(across - plank, 1 - (across - plank));
      const gap = smoothstep(0.018, 0.004, edge) * 0.7;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * (1 - gap) * (1 - pores);
    };
  const tiles =
    (colours: readonly Colour[], ground: Colour, count: number): SurfacePainter =>
    (u, v, out) => {
      const x = u * count + 60;
      const y = v * count + 60;
      const fx = x - Math.floor(x) - 0.5;
      const fy = y - Math.floor(y) - 0.5;
      const own = noise.value(Math.floor(x) * 5.3 + phase, Math.floor(y) * 7.9);
      const colour = colours[Math.floor(own * colours.length * 0.999)] as Colour;
      // A painted star with a ring, four-fold as on hand-made tiles.
      const angle = Math.atan2(fy, fx);
      const d = Math.hypot(fx, fy);
      const star = smoothstep(0.02, -0.02, d - 0.25 - 0.12 * Math.cos(angle * 4 + (own > 0.5 ? Math.PI : 0)));
      const ring = smoothstep(0.035, 0.015, Math.abs(d - 0.44));
      const joint = smoothstep(0.462, 0.485, Math.max(Math.abs(fx), Math.abs(fy)));
      const glaze = 0.92 + 0.12 * noise.layered(u * 9, v * 9, 3);
      for (let c = 0; c < 3; c++) {
        const painted = mix(ground[c] as number, colour[c] as number, clamp(star + ring) * 0.9);
        out[c] = mix(painted * glaze, 0.62, joint);
      }
    };
  switch (kind) {
    case 'oak':
      return wood(['#5e3a1d', '#9a6a3a', '#c4935a', '#ddb27a'].map(hex), 5, 1.15);
    case 'dark-wood':
      return wood(['#1a0d07', '#35200f', '#50311a', '#6b4526'].map(hex), 5, 1.1);
    case 'pale-wood':
      return wood(['#b08f67', '#cdb08a', '#e0c9a6', '#ecdcc2'].map(hex), 6, 0.9);
    case 'marble':
      return (u, v, out) => {
        const wx = noise.layered(u * 2.1 + phase, v * 2.1, 4) - 0.5;
        const wy = noise.layered(u * 2.1 + 40, v * 2.1 + phase, 4) - 0.5;
        const vein = noise.ridged(u * 1.5 + wx * 1.6 + phase, v * 1.5 + wy * 1.6, 4);
        const hair = noise.ridged(u * 4.4 + wx * 2 + 9, v * 4.4 + wy * 2 + phase, 3);
        const cloud = noise.layered(u * 1.3 + wy, v * 1.3 + wx + phase, 3);
        const dark =
          smoothstep(0.6, 0.95, vein) * 0.5 + smoothstep(0.78, 0.98, hair) * 0.24 + (cloud - 0.5) * 0.1;
        out[0] = 0.88 - dark;
        out[1] = 0.875 - dark * 0.97;
        out[2] = 0.865 - dark * 0.9;
      };
    case 'slate':
      return (u, v, out) => {
        const layer = noise.layered(u * 4 + phase, v * 9, 5);
        const flake = noise.ridged(u * 3 + phase, v * 5, 4);
        const light = 0.13 + (layer - 0.5) * 0.13 + smoothstep(0.7, 0.95, flake) * 0.06;
        const fine = (noise.value(u * 210, v * 210) - 0.5) * 0.035;
        out[0] = light * 0.96 + fine;
        out[1] = light + fine;
        out[2] = light * 1.07 + fine;
      };
    case 'linen':
      return (u, v, out) => {
        const fold = noise.layered(u * 1.5 + phase, v * 2.2, 3);
        const weave = Math.sin(u * 640) * 0.5 + Math.sin(v * 640) * 0.5;
        const slub = noise.value(u * 60 + phase, v * 400) * 0.5 + noise.value(u * 400, v * 60) * 0.5;
        const light = 0.86 + (fold - 0.5) * 0.3 + weave * 0.012 + (slub - 0.5) * 0.07;
        out[0] = light;
        out[1] = light * 0.975;
        out[2] = light * 0.935;
      };
    case 'steel':
      return (u, v, out) => {
        const brush = noise.value(u * 3 + phase, v * 380) * 0.6 + noise.value(u * 9, v * 900) * 0.4;
        const sheen = noise.layered(u * 1.2 + phase, v * 0.8, 2);
        const light = 0.5 + (brush - 0.5) * 0.13 + (sheen - 0.5) * 0.5;
        out[0] = light * 0.98;
        out[1] = light;
        out[2] = light * 1.03;
      };
    case 'concrete':
      return (u, v, out) => {
        const cloud = noise.layered(u * 2.6 + phase, v * 2.6, 5);
        const pore = smoothstep(0.82, 0.95, noise.value(u * 60, v * 60 + phase)) * 0.12;
        const light = 0.56 + (cloud - 0.5) * 0.26 + (noise.value(u * 230, v * 230) - 0.5) * 0.06 - pore;
        out[0] = light * 1.01;
        out[1] = light;
        out[2] = light * 0.975;
      };
    case 'plaster':
      return (u, v, out) => {
        const light =
          0.71 +
          (noise.layered(u * 2 + phase, v * 2, 4) - 0.5) * 0.05 +
          (noise.value(u * 190, v * 190) - 0.5) * 0.012;
        out[0] = light * 1.015;
        out[1] = light * 0.995;
        out[2] = light * 0.965;
      };
    case 'white':
      return (u, v, out) => {
        // A lit table that reached white would be one flat area.
        const light =
          0.88 +
          (noise.layered(u * 1.6 + phase, v * 1.6, 3) - 0.5) * 0.07 +
          (noise.value(u * 190, v * 190) - 0.5) * 0.014;
        out[0] = light;
        out[1] = light * 0.997;
        out[2] = light * 0.992;
      };
    case 'sand':
      return (u, v, out) => {
        const dune = noise.layered(u * 2 + phase, v * 5, 4);
        const grit = noise.value(u * 260, v * 260) - 0.5;
        ramp(['#a8865a', '#d3b486', '#ecd6ae'].map(hex), clamp(dune + grit * 0.4), out);
      };
    case 'grass':
      return (u, v, out) => {
        const tuft = noise.layered(u * 6 + phase, v * 6, 4);
        const blade = noise.value(u * 190 + tuft * 4, v * 40);
        ramp(
          ['#1d3d12', '#3f7a22', '#7fb241', '#b9d873'].map(hex),
          clamp(tuft * 0.7 + blade * 0.42 - 0.05),
          out,
        );
        const bloom = noise.cells(u * 7 + phase, v * 7);
        const flower = smoothstep(0.07, 0.04, bloom.nearest) * (bloom.id % 3 === 0 ? 1 : 0);
        for (let c = 0; c < 3; c++)
          out[c] = mix(out[c] as number, ([1, 0.97, 0.86] as const)[c] as number, flower);
      };
    case 'red-cloth':
      return (u, v, out) => {
        const fold = noise.layered(u * 1.5 + phase, v * 2, 3);
        const a = Math.sin(u * 38) > 0 ? 1 : 0;
        const b = Math.sin(v * 38) > 0 ? 1 : 0;
        const weave = 1 + Math.sin(u * 700) * 0.02 + Math.sin(v * 700) * 0.02;
        const light = (0.9 + (fold - 0.5) * 0.28) * weave;
        const red = (a + b) / 2;
        out[0] = light * mix(0.97, 0.76, red);
        out[1] = light * mix(0.94, 0.12, red);
        out[2] = light * mix(0.88, 0.12, red);
      };
    case 'blue-tiles':
      return tiles(['#1f4fa3', '#2b6cc4', '#173b80'].map(hex), hex('#eef3f6'), 5);
    case 'bright-tiles':
      return tiles(['#e0483c', '#f2a71b', '#1d9a8a', '#2f5fc4', '#d84a8c'].map(hex), hex('#fff4dc'), 5);
    case 'leaves':
      return (u, v, out) => {
        const slant = u * 0.9 + v * 0.5;
        const leaf = noise.cells(u * 1.6 + phase, v * 1.6);
        const angle = (leaf.id % 7) - 3;
        const rib = Math.sin((slant + angle * v * 0.3) * 90 + leaf.nearest * 20);
        const edge = smoothstep(0.02, 0.12, leaf.second - leaf.nearest);
        const sheen = noise.layered(u * 3 + phase, v * 3, 3);
        ramp(
          ['#06281b', '#0f5a35', '#2f8a48', '#7cc063'].map(hex),
          clamp(0.18 + sheen * 0.6 + rib * 0.06),
          out,
        );
        for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * mix(0.45, 1, edge);
      };
    case 'brass':
      return (u, v, out) => {
        const hammer = noise.cells(u * 15 + phase, v * 15);
        const dent = smoothstep(0.6, 0, hammer.nearest);
        const sheen = noise.layered(u * 1.5 + phase, v * 1.5, 2);
        ramp(
          ['#4a2c0a', '#96641b', '#cf9a3c', '#f3d58a'].map(hex),
          clamp(0.12 + dent * 0.5 + sheen * 0.5),
          out,
        );
      };
    case 'glossy':
      return (u, v, out) => {
        const light = 0.05 + noise.layered(u * 2 + phase, v * 2, 2) * 0.04;
        out[0] = light;
        out[1] = light;
        out[2] = light * 1.2;
      };
    case 'ice':
      return (u, v, out) => {
        const cube = noise.cells(u * 9 + phase, v * 9);
        const facet = (cube.id % 11) / 11;
        const edge = smoothstep(0.1, 0, cube.second - cube.nearest);
        ramp(['#8fbfd9', '#c3e2f0', '#eef8fd'].map(hex), clamp(facet * 0.7 + 0.2 + edge * 0.5), out);
      };
    case 'kraft':
      return (u, v, out) => {
        const fibre = noise.layered(u * 40 + phase, v * 40, 3);
        const light = 0.9 + (fibre - 0.5) * 0.14 + (noise.layered(u * 2, v * 2, 2) - 0.5) * 0.12;
        out[0] = 0.76 * light;
        out[1] = 0.6 * light;
        out[2] = 0.43 * light;
      };
  }
}

/** How the sounds are made. */
import { settings } from './settings.svelte';
import type { Sound } from './sounds';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let master: GainNode | null = null;

function ready(): AudioContext | null {
  if (!settings.sounds || !('AudioContext' in window)) return null;
  // A browser lets a page be heard only after it was touched; until then it stays silent.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (!master) {
    master = context.createGain();
    master.connect(context.destination);
  }
  // What is heard as half as loud is a quarter of the amplitude.
  master.gain.value = settings.volume ** 2 * 2;
  if (context.state === 'suspended') void context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1;
  }
  return context;
}

function tone(
  audio: AudioContext,
  pitch: number,
  after: number,
  length: number,
  loud: number,
  type: OscillatorType = 'sine',
): void {
  const from = audio.currentTime + after;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(pitch, from);
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud, from + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(volume).connect(master ?? audio.destination);
  source.start(from);
  source.stop(from + length);
}

function knock(audio: AudioContext, pitch: number, length: number, loud: number): void {
  const from = audio.currentTime;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.6;
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source
    .connect(filter)
    .connect(volume)
    .connect(master ?? audio.destination);
  source.start(from, 0, length);
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  pick: (audio) => knock(audio, 1500, 0.05, 0.1),
  turn: (audio) => knock(audio, 2200, 0.06, 0.07),
  lift: (audio) => knock(audio, 1100, 0.06, 0.08),
  place: (audio) => {
    knock(audio, 320, 0.14, 0.4);
    tone(audio, 132, 0, 0.16, 0.12);
  },
  slide: (audio) => knock(audio, 640, 0.22, 0.1),
  smartie: (audio) => {
    tone(audio, 1318, 0, 0.16, 0.05);
    tone(audio, 1976, 0.03, 0.18, 0.03);
  },
  refuse: (audio) => tone(audio, 150, 0, 0.16, 0.08, 'triangle'),
  count: (audio) => tone(audio, 660, 0, 0.1, 0.035),
  chat: (audio) => tone(audio, 988, 0, 0.12, 0.035),
  turnOver: (audio) => {
    tone(audio, 523, 0, 0.22, 0.05);
    tone(audio, 784, 0.09, 0.3, 0.05);
  },
  won: (audio) => [523, 659, 784, 1047].forEach((pitch, index) => tone(audio, pitch, index * 0.11, 0.4, 0.06)),
  lost: (audio) => [392, 330, 262].forEach((pitch, index) => tone(audio, pitch, index * 0.14, 0.4, 0.05)),
};

export function make(name: Sound): void {
  const audio = ready();
  if (audio) SOUNDS[name](audio);
}

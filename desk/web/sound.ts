import { createStore } from "#client/store.ts";

const KEPT_AS = "desk-sound";

/** True if a new order plays a sound. Off by default, because browsers block sound without a click. */
export const sound = createStore(localStorage.getItem(KEPT_AS) === "on");

sound.subscribe(() => localStorage.setItem(KEPT_AS, sound.get() ? "on" : "off"));

/** Two short notes, like a bell at a shop's door. */
export function playBell(): void {
  if (!sound.get()) return;
  const audio = new AudioContext();
  const strike = (frequency: number, at: number) => {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.18, audio.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.9);
    tone.connect(loudness).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 1);
    return tone;
  };
  strike(1318, 0);
  strike(1046, 0.22).addEventListener("ended", () => void audio.close());
}

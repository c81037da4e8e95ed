// What the piezo sounds, through the loudspeaker of whoever wants to hear it. Browsers ask for a click first.

const LOUDNESS = 0.04, SOFTLY_S = 0.003;
let audio = null, voice = null, volume = null;

/** Has this page sound, or not; called by a click. */
export function setSound(isOn) {
  if (isOn && !audio) {
    audio = new AudioContext();
    volume = new GainNode(audio, { gain: 0 });
    voice = new OscillatorNode(audio, { type: "square" });
    voice.connect(volume).connect(audio.destination);
    voice.start();
  }
  if (isOn) audio.resume();
  else if (audio) (sound(null), audio.suspend());
}

/** Sounds a pitch from now on, or nothing. */
export function sound(hz) {
  if (!audio) return;
  const now = audio.currentTime;
  if (hz !== null) voice.frequency.setValueAtTime(hz, now);
  volume.gain.setTargetAtTime(hz === null ? 0 : LOUDNESS, now, SOFTLY_S);
}

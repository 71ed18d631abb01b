// Candidates side by side.
export const en = {
  "board.chat-light": "Light chat",
  "board.chat-dark": "Dark chat",
  "board.photo": "Your photo",
  "board.photo.add": "A photo of yours, chosen or dropped here. It stays in this browser.",
  "board.photo.remove": "Take the photo away",
  "board.photo.done": "The pictures lie on your photo now",
  "board.photo.failed": "That file is no picture that this browser can show",
  "board.brand": "Brand colour {colour}",
  "board.brand.remove": "Take brand colour {colour} away",
  "board.next": "Next background",
  "board.alpha": "Alpha as grey",
} as const;

export const ko: Record<keyof typeof en, string> = {
  "board.chat-light": "밝은 대화창",
  "board.chat-dark": "어두운 대화창",
  "board.photo": "내 사진",
  "board.photo.add": "내 사진을 고르거나 여기에 놓으세요. 사진은 이 브라우저에만 남습니다.",
  "board.photo.remove": "사진 빼기",
  "board.photo.done": "이제 그림이 내 사진 위에 놓입니다",
  "board.photo.failed": "이 브라우저에서 열 수 있는 그림 파일이 아닙니다",
  "board.brand": "브랜드 색 {colour}",
  "board.brand.remove": "브랜드 색 {colour} 빼기",
  "board.next": "다음 배경",
  "board.alpha": "알파를 회색으로",
};

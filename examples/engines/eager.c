/* A whole engine in C: buys when it can, else takes most tokens (docs/engines.md).
   cc -O2 -o eager eager.c */
#include <stdio.h>
#include <string.h>

static char line[1 << 16], buy[32], take[32], first[32];

static void read_legal(void) {
  *buy = *take = *first = 0;
  for (char *move; (move = strtok(NULL, " \r\n"));) {
    if (strlen(move) >= sizeof buy) continue;
    if (!*first) strcpy(first, move);
    if (*move == 'b' && move[1] >= '1' && move[1] <= 'h' && move[strlen(move) - 1] != '+')
      strcpy(buy, move);
    if (strspn(move, "WUGRK") == strlen(move) && strlen(move) > strlen(take)) strcpy(take, move);
  }
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    char *word = strtok(line, " \r\n");
    if (!word) continue;
    if (!strcmp(word, "sei")) puts("id name c-eager 1\nseiok 1");
    else if (!strcmp(word, "isready")) puts("readyok");
    else if (!strcmp(word, "legal")) read_legal();
    else if (!strcmp(word, "go")) printf("bestmove %s\n", *buy ? buy : *take ? take : first);
    else if (!strcmp(word, "quit")) break;
  }
  return 0;
}
